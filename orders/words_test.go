package orders

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
)

// tongues are the same orders in the three languages, as players write them.
var tongues = []struct{ en, de, da string }{
	{"research rockets with 2 dice", "forsche Raketen mit 2 Würfeln", "forsk raketter med 2 terninger"},
	{"research heavy bombers with 1 die", "Forschung schwere Bomber mit 1 Wuerfel", "udvikl tunge bombefly med 1 terning"},
	{"buy 3 tanks, 1 artillery", "kaufe 3 Panzer und 1 Artillerie", "køb 3 kampvogne og 1 artilleri"},
	{"buy 1 antiaircraft gun, 1 industrial complex", "Kauf 1 Flak, 1 Fabrik", "kob 1 luftvaernskanon, 1 fabrik"},
	{"buy 2 fighters, 2 bombers", "kaufe 2 Jäger, 2 Bomber", "køb 2 jagerfly, 2 bombefly"},
	{"buy 1 battleship, 1 destroyer, 1 aircraft carrier", "kaufe 1 Schlachtschiff, 1 Zerstörer, 1 Flugzeugträger", "køb 1 slagskib, 1 destroyer, 1 hangarskib"},
	{"buy 2 transports, 3 submarines", "kaufe 2 Transporter, 3 U-Boote", "køb 2 fragtskibe, 3 ubåde"},
	{"buy 4 infantry if no rockets", "kaufe 4 Infanterie wenn keine Raketen", "køb 4 infanteri hvis ingen raketter"},
	{"convert 2 UK fighters in Karelia", "wandle 2 britische Jäger in Karelien um", "omdan 2 britiske jagerfly i Karelia"},
	{"combat\nmove 3 inf, 1 arm from Archangel to West Russia", "Kampfzüge\nbewege 3 Infanterie, 1 Panzer von Archangel nach Westrussland", "kamptræk\nflyt 3 infanteri, 1 kampvogn fra Archangel til Vestrusland"},
	{"combat\nmove 1 tank from Ukraine via Caucasus to Persia", "Kampf\nziehe 1 Kampfpanzer aus der Ukraine über den Kaukasus nach Persien", "kamp\nryk 1 panser fra Ukraine via Kaukasus til Persien"},
	{"combat\nship 1 tank from United Kingdom to Norway via SZ3 by 1 transport in SZ2", "Kampf\nverschiffe 1 Panzer von Großbritannien nach Norwegen über Seezone 3 mit 1 Transporter in SZ 2", "kamp\nsejl 1 kampvogn fra Storbritannien til Norge via søzone 3 med 1 fragtskib i SZ2"},
	{"combat\nload 1 infantry from Algeria onto 1 transport in SZ13 and sail to SZ12", "Kampf\nlade 1 Infanterie von Algerien auf 1 Transporter in SZ13 und fahre nach SZ12", "kamp\nlast 1 infanteri fra Algeriet på 1 fragtskib i SZ13 og sejl videre til SZ12"},
	{"combat\nunload all from SZ12 to Algeria", "Kampf\nentlade alle von SZ12 nach Algerien", "kamp\nlos alle fra SZ12 til Algeria"},
	{"combat\nbomb Germany with 2 bombers from United Kingdom", "Kampf\nbombardiere Deutschland mit 2 Bombern aus Grossbritannien", "kamp\nbomb Tyskland med 2 bombefly fra England"},
	{"combat\nrocket Germany from Eastern Europe", "Kampf\nRakete auf Deutschland von Osteuropa", "kamp\nraket mod Tyskland fra Østeuropa"},
	{"combat\nbombard Norway with 1 battleship in SZ3", "Kampf\nbeschieße Norwegen mit 1 Schlachtschiff in SZ3", "kamp\nbombarder Norge med 1 slagskib i SZ3"},
	{"attack submarines in SZ2", "greife U-Boote in SZ2 an", "angrib ubåde i SZ2"},
	{"combat\npledge carrier from SZ52 to SZ53", "Kampf\nzusage 1 Träger von SZ52 nach SZ53", "kamp\nlov 1 hangarskib fra SZ52 til SZ53"},
	{"battle order SZ3, Norway", "Schlachtfolge SZ3, Norwegen", "slagrækkefølge SZ3, Norge"},
	{"battle West Russia\nlosses infantry, artillery, tank", "Schlacht Westrussland\nVerluste Infanterie, Artillerie, Panzer", "slag Vestrusland\ntab infanteri, artilleri, kampvogn"},
	{"battle SZ3\nlosses empty transport, damage, loaded transport", "Schlacht SZ3\nVerluste leerer Transporter, Schaden, beladener Transporter", "slag SZ3\ntab tomt fragtskib, skade, lastet fragtskib"},
	{"battle SZ3\nretreat to SZ6 after round 2", "Schlacht SZ3\nRückzug nach SZ6 nach Runde 2", "slag SZ3\ntilbagetog til SZ6 efter runde 2"},
	{"battle SZ3\nretreat to SZ6 if fewer than 4 left", "Schlacht SZ3\nzurück nach SZ6 wenn weniger als 4 übrig", "slag SZ3\ntilbagetog til SZ6 hvis færre end 4 tilbage"},
	{"battle SZ3\nretreat to SZ6 if odds below 40%", "Schlacht SZ3\nRückzug nach SZ6 falls Chance unter 40 %", "slag SZ3\ntilbagetog til SZ6 hvis chance under 40%"},
	{"battle SZ3\nsubmerge if no destroyer", "Schlacht SZ3\ntauche wenn kein Zerstörer", "slag SZ3\ndyk hvis ingen destroyer"},
	{"battle SZ3\nwithdraw aircraft after round 1", "Schlacht SZ3\nFlugzeuge abziehen nach Runde 1", "slag SZ3\nfly tilbage efter runde 1"},
	{"battle SZ3\ncall off if odds below 12.5%", "Schlacht SZ3\nabsagen wenn Chance unter 12,5%", "slag SZ3\naflys hvis chance under 12,5%"},
	{"battle SZ3\npause after round 1", "Schlacht SZ3\nPause nach Runde 1", "slag SZ3\npause efter runde 1"},
	{"noncombat\nland 1 fighter from West Russia in Russia", "kampflos\nlande 1 Jäger von Westrussland in Russland", "omrokering\nland 1 jagerfly fra Vestrusland i Rusland"},
	{"noncombat\nland 1 fighter from SZ60 in SZ53 on 1 UK carrier", "Kampflose Züge\nlande 1 Kampfflugzeug von SZ60 in SZ53 an Bord von 1 britischen Träger", "omrokering\nland 1 jagerfly fra SZ60 i SZ53 om bord på 1 britisk hangarskib"},
	{"noncombat\nland 1 fighter from India in Persia and on to Soviet Far East", "kampflos\nlande 1 Jäger von Indien in Persien und weiter nach Fernost", "omrokering\nland 1 jagerfly fra Indien i Persien og videre til Soviet Far East"},
	{"place 2 infantry in Canada\ndone", "platziere 2 Infanterie in Ostkanada\nfertig", "placer 2 infanteri i Østcanada\nfærdig"},
	{"defend everywhere\nlosses cheapest", "verteidige überall\nVerluste billigste", "forsvar overalt\ntab billigste først"},
	{"defend SZ15\nflee to New Zealand, SZ30\nobject", "verteidige SZ15\nfliehe nach Neuseeland, SZ30\nEinspruch", "forsvar SZ15\nflygt til New Zealand, SZ30\nindsigelse"},
	{"defend SZ60\nkaiten 1 submarine", "Verteidigung SZ60\nKaiten 1 U-Boot", "forsvar SZ60\nkaiten 1 ubåd"},
	{"nonaggression in Buryatia, Soviet Far East", "Nichtangriff in Burjatien, Fernost", "ikkeangreb i Burjatien, Soviet Far East"},
	{"enigma never\nresistance when asked\nplace by default", "Enigma nie\nWiderstand auf Anfrage\nplatziere nach Vorgabe", "enigma aldrig\nmodstand på forespørgsel\nplacer som standard"},
	{"garrison Australia\ndeclare Russian Winter", "Garnison Australien\nerkläre Russischer Winter", "garnison Australien\nerklær Russisk vinter"},
}

// TestTongues: the same orders in three languages give the same bytes, and none is a fault.
func TestTongues(t *testing.T) {
	t.Parallel()
	for _, c := range tongues {
		en := strings.Replace(c.en, "in Canada", "in Eastern Canada", 1)
		want := canon(en, Context{})
		if strings.Contains(want, "! ") {
			t.Errorf("%q: %q", en, want)
		}
		for _, text := range []string{c.de, c.da} {
			if got := canon(text, Context{}); got != want {
				t.Errorf("%q:\n got %q\nwant %q", text, got, want)
			}
		}
	}
}

// TestNames: what a word means depends on its place in the sentence; an exact name beats a beginning.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"combat\nmove 1 UK tank from UK to Germany", "combat\n  move 1 UK tank from United Kingdom to Germany\n"},
		{"power Russia", "power USSR\n"},
		{"combat\nmove 1 tank from Russia to karelia ssr", "combat\n  move 1 tank from Russia to Karelia S.S.R.\n"},
		{"combat\nmove 1 tank from the Ukraine to Kareliassr", "combat\n  move 1 tank from Ukraine S.S.R. to Karelia S.S.R.\n"},
		{"combat\nmove 1 sub from sea zone 14 to 15 Sea Zone", "combat\n  move 1 submarine from SZ14 to SZ15\n"},
		{"combat\nmove 1 sub from SZ 14 via SZ-15, SZ16 to sz17", "combat\n  move 1 submarine from SZ14 via SZ15, SZ16 to SZ17\n"},
		{"combat\nmove 1 ftr from Anglo Egypt to AngloEgypt", "combat\n  move 1 fighter from Anglo-Egypt to Anglo-Egypt\n"},
		{"combat\nmove infantry, a tank from Russia to Karelia", "combat\n  move 1 infantry, 1 tank from Russia to Karelia S.S.R.\n"},
		{"combat\nmove 3inf, 2 x tanks from Russia to Karelia", "combat\n  move 3 infantry, 2 tanks from Russia to Karelia S.S.R.\n"},
		{"combat\nmove all tanks from Russia, all from Archangel to Karelia", "combat\n  move all tanks from Russia, all from Archangel to Karelia S.S.R.\n"},
		{"combat\nmove 2 infantry, 1 tank to Karelia from Russia", "combat\n  move 2 infantry, 1 tank from Russia to Karelia S.S.R.\n"},
		{"combat\nmove via Archangel 1 tank from Russia to Karelia", "! 2 missing-word units\n"},
		{"combat\nmove 1 tank from Russia to Karelia via Archangel, 2 infantry from Archangel", "combat\n  move 1 tank from Russia, 2 infantry from Archangel via Archangel to Karelia S.S.R.\n"},
		{"combat\nbomb Germany from United Kingdom with 2 bombers", "combat\n  bomb Germany with 2 bombers from United Kingdom\n"},
		{"combat\nmove 1 tank from Russia 2 infantry from Archangel to Karelia", "combat\n  move 1 tank from Russia, 2 infantry from Archangel to Karelia S.S.R.\n"},
		{"noncombat\nland 1 fighter from India to Persia", "noncombat\n  land 1 fighter from India in Persia\n"},
		{"buy two tanks, zwölf Infanterie und tre kampvogne", "buy 2 tanks, 12 infantry, 3 tanks\n"},
		{"research rockets with two dice", "research rockets with 2 dice\n"},
		{"research heavy with 1 die", "research heavy bombers with 1 die\n"},
	} {
		want := strings.Replace(c.want, "combat\n! 2", "combat\n! 2", 1)
		got := canon(c.text, Context{})
		if strings.HasPrefix(c.want, "! ") {
			want = "combat\n" + c.want
		}
		if got != want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, want)
		}
	}
}

// TestAsPeopleWrite: what is not in the book but can only mean one thing.
func TestAsPeopleWrite(t *testing.T) {
	t.Parallel()
	const march = "combat\n  move 3 infantry from Archangel to West Russia\n"
	for _, c := range []struct{ text, want string }{
		{"3 inf", "! 1 unknown-line 3\n"},
		{"combat\nmove 3 inf Archangel -> West Russia", march},
		{"combat\nmove three infantry Archangel to West Russia", march},
		{"combat\nattack West Russia with 3 infantry from Archangel", march},
		{"Kampf\nGreife Westrussland mit 3 Infanterie aus Archangel an.", march},
		{"Kampf\nBewege 3 Infanteristen von Archangel in das Westrussland", march},
		{"Combat moves:\n* Move 3 inf. from Archangel into West Russia;", march},
		{"Research: rockets, 2 dice", "research rockets with 2 dice\n"},
		{"Buy:\n3 tanks\n2 inf", "buy 3 tanks, 2 infantry\n"},
		{"battle Karelia\nretreat to Russia after 2 rounds", "battle Karelia S.S.R.\n  retreat to Russia after round 2\n"},
		{"Schlacht Karelien\nziehe dich zurück nach Russland nach 2 Runden", "battle Karelia S.S.R.\n  retreat to Russia after round 2\n"},
		{"slag Karelia\ntræk tilbage til Rusland efter 2 runder", "battle Karelia S.S.R.\n  retreat to Russia after round 2\n"},
		{"battle Karelia\nretreat to Russia if fewer than 4 units left", "battle Karelia S.S.R.\n  retreat to Russia if fewer than 4 left\n"},
		{"battle Karelia\nretreat to Russia if odds below 40 percent", "battle Karelia S.S.R.\n  retreat to Russia if odds below 40%\n"},
		{"Platziere 3 Panzer im Kaukasus", "place 3 tanks in Caucasus\n"},
		{"battle SZ5\nTauche alle U-Boote ab", "battle SZ5\n  submerge\n"},
	} {
		if got := canon(c.text, Context{}); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

// TestEurope: the orders and names that only Europe has.
func TestEurope(t *testing.T) {
	t.Parallel()
	ctx := Context{Board: board.Named("europe")}
	for _, c := range []struct{ text, want string }{
		{"share USSR 8, UK 4", "share USSR 8, UK 4\n"},
		{"choose Enigma Decoded and Radar", "choose Enigma Decoded, Radar\n"},
		{"wähle Radar, Enigma Decoded", "choose Radar, Enigma Decoded\n"},
		{"vælg Radar", "choose Radar\n"},
		{"teile UdSSR 8, UK 4", "share USSR 8, UK 4\n"},
		{"bonus 2 infantry in Poland", "bonus 2 infantry in Poland\n"},
		{"Bonus 1 U-Boot in Ostsee", "bonus 1 submarine in Baltic Sea\n"},
		{"bonus nothing", "bonus nothing\n"},
		{"combat\nbomb Germany with 2 bombers, 1 fighter from United Kingdom", "combat\n  bomb Germany with 2 bombers, 1 fighter from United Kingdom\n"},
		{"noncombat\ntake over all in Russia", "noncombat\n  take over all in Russia\n"},
		{"oil UK 2, USA 1", "oil UK 2, USA 1\n"},
		{"place 2 infantry in Canada", "place 2 infantry in Canada\n"},
		{"defend Germany\nintercept with 2 fighters", "defend Germany\n  intercept with 2 fighters\n"},
		{"combat\nmove 1 sub from U.S. Convoy 1 to Strait of Gibraltar", "combat\n  move 1 submarine from U.S. Convoy 1 to Strait of Gibraltar\n"},
		{"Kampf\nbewege 1 U-Boot vom US-Konvoi 1 nach Straße von Gibraltar", "combat\n  move 1 submarine from U.S. Convoy 1 to Strait of Gibraltar\n"},
		{"kamp\nflyt 1 ubåd fra Nordsøen til Den Engelske Kanal", "combat\n  move 1 submarine from North Sea to English Channel\n"},
		{"power Japan", "! 1 unknown-power Japan\n"},
		{"combat\nmove 1 tank from Poland to Ukraine", "combat\n  move 1 tank from Poland to Ukraine S.S.R.\n"},
	} {
		if got := canon(c.text, ctx); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

// TestEveryNameIsRead: each printed name of each language means what it names, and every synonym is understood.
func TestEveryNameIsRead(t *testing.T) {
	t.Parallel()
	lx := syntax.TheLexicon()
	for _, b := range []*board.Board{board.Named("revised"), board.Named("europe")} {
		for i := range b.Spaces {
			for _, l := range syntax.Langs() {
				name := syntax.SpaceName(b, b.Spaces[i].ID, l)
				text := "noncombat\nmove 1 infantry from " + name + " via " + name + ", " + name + " to " + name
				f := Parse(text, Context{Board: b})
				if noFaults(t, &f); len(f.Faults) == 0 {
					m := f.Sheet.Parts[order.Noncombat].Orders[0].(order.Move)
					if id := b.Spaces[i].ID; m.To != id || m.Groups[0].From != id || !slices.Equal(m.Via, []board.SpaceID{id, id}) {
						t.Errorf("%s: %q was read as %s", l, name, Format(f.File, syntax.English, Context{Board: b}))
					}
				}
			}
		}
	}
	for _, ut := range board.UnitTypes() {
		for _, fs := range lx.Units.ByID[ut.String()].Forms {
			for _, f := range fs {
				for _, name := range []string{f.One, f.Many} {
					if got, err := syntax.FindUnit(name); name != "" && (err != nil || got != ut) {
						t.Errorf("%q is %v, %v", name, got, err)
					}
				}
			}
		}
	}
}

// TestCommands: what a mail may hold next to orders.
func TestCommands(t *testing.T) {
	t.Parallel()
	inf := func(n int) []order.Units { return []order.Units{{N: n, Type: board.Infantry}} }
	for text, want := range map[string]commands.Command{
		"status":                               commands.Status{Line: 1},
		"Karte":                                commands.Map{Line: 1},
		"historie":                             commands.History{Line: 1},
		"history battles in SZ5":               commands.Search{Line: 1, Question: "battles in SZ5"},
		"Verlauf wer hielt die Ukraine":        commands.Search{Line: 1, Question: "wer hielt die Ukraine"},
		"dice":                                 commands.Dice{Line: 1},
		"standing":                             commands.Standing{Line: 1},
		"report":                               commands.Report{Line: 1},
		"report round 3":                       commands.Report{Line: 1, Round: 3},
		"Bericht Runde 3 Deutschland":          commands.Report{Line: 1, Round: 3, Power: "Germany"},
		"odds 3 infantry vs 1 inf":             commands.Odds{Line: 1, Attackers: inf(3), Defenders: inf(1)},
		"odds 3 inf vs 1 inf at sea":           commands.Odds{Line: 1, Attackers: inf(3), Defenders: inf(1), Sea: true},
		"Chancen 3 Inf gegen 1 Inf amphibisch": commands.Odds{Line: 1, Attackers: inf(3), Defenders: inf(1), Amphibious: true},
		"help":                                 commands.Help{Line: 1},
		"hjælp flyt":                           commands.Help{Line: 1, Topic: "move"},
		"help lexicon":                         commands.Help{Line: 1, Topic: "lexicon"},
		"beacon 4000 AB12":                     commands.Beacon{Line: 1, Round: 4000, Signature: "ab12"},
		"press to Japan, Germany\nHi # all\n> x\n-- \nend press": commands.Press{Line: 1, To: []board.Power{"Japan", "Germany"}, Body: []string{"Hi # all", "> x", "-- "}},
		"press anonymous to all\nend press":                      commands.Press{Line: 1, All: true, Anonymous: true},
		"Presse offen an alle\nHallo\nEnde Presse":               commands.Press{Line: 1, All: true, Open: true, Body: []string{"Hallo"}},
		"Presse an Achse und Spielleiter\nIch\nEnde Presse":      commands.Press{Line: 1, Side: board.Axis, Referee: true, Body: []string{"Ich"}},
		"new game eastfront rules revised":                       commands.NewGame{Line: 1, Name: "eastfront", Rules: "revised"},
		"approve 3":                                              commands.Approve{Line: 1, Of: commands.ProposalOrMail, Number: 3, Text: "3"},
		"afvis Forslag 3":                                        commands.Approve{Line: 1, No: true, Of: commands.Proposal, Number: 3, Text: "Forslag 3"},
		"approve Brief 17":                                       commands.Approve{Line: 1, Of: commands.HeldMail, Number: 17, Text: "Brief 17"},
		"approve":                                                commands.Admit{Line: 1},
		"history punctuality":                                    commands.Topic{Line: 1, About: "punctuality", Text: "punctuality"},
		"history press 3":                                        commands.Topic{Line: 1, About: "press", N: 3, Text: "press 3"},
		"option zone Europe/Berlin":                              commands.OwnOption{Line: 1, Name: "zone", Value: "Europe/Berlin"},
		"option consent all":                                     commands.ConsentOption{Line: 1, Name: "consent", Value: "all"},
		"option victory minor":                                   commands.Option{Line: 1, Name: "victory", Value: "minor"},
		"join eastfront as Germany":                              commands.Join{Line: 1, Game: "eastfront", Power: "Germany"},
		"join east-front-2 as UK":                                commands.Join{Line: 1, Game: "east-front-2", Power: "UK"},
		"observe eastfront":                                      commands.Observe{Line: 1, Game: "eastfront"},
		"substitute eastfront":                                   commands.Substitute{Line: 1, Game: "eastfront", Power: ""},
		"vertrete eastfront als Deutschland":                     commands.Substitute{Line: 1, Game: "eastfront", Power: "Germany"},
		"address Anna.B@example.org":                             commands.Address{Line: 1, What: "", Address: "Anna.B@example.org"},
		"adresse hovedadresse anna@example.org":                  commands.Address{Line: 1, What: "main", Address: "anna@example.org"},
		"address drop anna@example.org":                          commands.Address{Line: 1, What: "drop", Address: "anna@example.org"},
		"start game":                                             commands.StartGame{Line: 1, Anyway: false},
		"Spiel beginnen trotzdem":                                commands.StartGame{Line: 1, Anyway: true},
		"public key":                                             commands.PublicKey{Line: 1},
		"approve anna@example.org as Germany":                    commands.Admit{Line: 1, Text: "anna@example.org as Germany"},
		"deny *@example.net":                                     commands.Allow{Line: 1, No: true, Pattern: "*@example.net"},
		"leave":                                                  commands.Resign{Line: 1},
		"resign":                                                 commands.Resign{Line: 1},
		"bereit":                                                 commands.Ready{Line: 1},
		"new key":                                                commands.NewKey{Line: 1},
		"pause game":                                             commands.PauseGame{Line: 1},
		"Spiel fortsetzen":                                       commands.ResumeGame{Line: 1},
		"vacation 2026-12-20 to 2027-01-03":                      commands.Vacation{Line: 1, From: "2026-12-20", To: "2027-01-03"},
		"Urlaub 2026-12-20 bis 2027-01-03":                       commands.Vacation{Line: 1, From: "2026-12-20", To: "2027-01-03"},
		"no vacation":                                            commands.NoVacation{Line: 1},
		"vacation none":                                          commands.NoVacation{Line: 1},
		"kein Urlaub":                                            commands.NoVacation{Line: 1},
		"Urlaub keine":                                           commands.NoVacation{Line: 1},
		"Urlaub nein":                                            commands.NoVacation{Line: 1},
		"ingen ferie":                                            commands.NoVacation{Line: 1},
		"ferie ingen":                                            commands.NoVacation{Line: 1},
		"vote draw":                                              commands.Vote{Line: 1, On: "draw"},
		"stem uafgjort nej":                                      commands.Vote{Line: 1, On: "draw", No: true},
		"vote end":                                               commands.Vote{Line: 1, On: "end"},
		"extend 48h":                                             commands.Extend{Line: 1, Hours: 48},
		"verlängere 2 Tage":                                      commands.Extend{Line: 1, Hours: 48},
		"replace Germany with kim@example.org":                   commands.Replace{Line: 1, Power: "Germany", Address: "kim@example.org"},
		"roll back to round 3 Germany":                           commands.RollBack{Line: 1, Round: 3, Power: "Germany"},
		"roll back to round 3":                                   commands.RollBack{Line: 1, Round: 3},
		"roll back after round 3":                                commands.RollBack{Line: 1, Round: 3, After: true},
		"setze zurück nach Runde 3 Deutschland":                  commands.RollBack{Line: 1, Round: 3, Power: "Germany"},
		"spol tilbage til post 12":                               commands.RollBack{Line: 1, Record: 12},
		"correct":                                                commands.Correct{Line: 1},
		"correct round 3 Germany":                                commands.Correct{Line: 1, Round: 3, Power: "Germany"},
		"berichtige Runde 3 Deutschland Kampf":                   commands.Correct{Line: 1, Round: 3, Power: "Germany", Phase: order.Combat},
		"correct record 12":                                      commands.Correct{Line: 1, Record: 12},
		"announce The game pauses for Christmas":                 commands.Announce{Line: 1, Text: "The game pauses for Christmas"},
	} {
		f := Parse(text, Context{})
		if noFaults(t, &f); len(f.Commands) != 1 || !reflect.DeepEqual(f.Commands[0], want) {
			t.Errorf("%q: %+v", text, f.Commands)
		}
		if f.HasOrders() || f.Empty() {
			t.Errorf("%q counts as orders, or as nothing", text)
		}
	}
	f := Parse("withdraw\n", Context{})
	if !f.Withdraw.All() || f.Withdraw[0].Line != 1 {
		t.Error("withdraw is not noted")
	}
}
