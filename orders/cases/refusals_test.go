package cases

import (
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/messages"
	"fieldpost/orders/remedy"
	"fieldpost/orders/syntax"
)

const empty = "rules revised\nboard empty\n"

// What is said to whoever orders what cannot be: the true reason, and only what works.
var refusals = []struct {
	name   string
	setup  string
	power  string
	orders string
	line   int
	says   [3]string // en, de, da
}{
	{"Lend-Lease outside red land", empty + "turn USSR buy\nadvantage USSR Lend-Lease\nUkraine S.S.R.: UK 1 infantry\n", "USSR",
		"convert 1 UK infantry in Ukraine S.S.R.", 1, [3]string{
			"Ukraine S.S.R. is not a red territory; name a red territory that you control",
			"Ukraine ist kein rotes Gebiet; nenne ein rotes Gebiet in deiner Hand",
			"Ukraine er ikke et rødt territorium; nævn et rødt territorium, som du kontrollerer"}},
	{"Lend-Lease in red land that is lost", empty + "turn USSR buy\nadvantage USSR Lend-Lease\nowner Germany: Karelia S.S.R.\nKarelia S.S.R.: UK 1 infantry\n", "USSR",
		"convert 1 UK infantry in Karelia S.S.R.", 1, [3]string{
			"you do not control Karelia S.S.R.; name a territory that you control",
			"Karelien ist nicht in deiner Hand; nenne ein Gebiet in deiner Hand",
			"du kontrollerer ikke Karelen; nævn et territorium, som du kontrollerer"}},
	{"Lend-Lease without the advantage", empty + "turn USSR buy\nRussia: UK 1 infantry\n", "USSR",
		"convert 1 UK infantry in Russia", 1, [3]string{
			"USSR does not have the national advantage Lend-Lease; leave the line out",
			"UdSSR hat den nationalen Vorteil Leih-Pacht nicht; lass die Zeile weg",
			"Sovjetunionen har ikke den nationale fordel "}},
	{"Suez closed", empty + "turn UK noncombat\nowner Germany: Trans-Jordan\nSZ15: UK 1 destroyer\n", "UK",
		"move 1 destroyer from SZ15 to SZ34", 1, [3]string{
			"the Suez Canal is closed to you; it opens to a side that held Trans-Jordan when the turn began",
			"der Suezkanal ist für dich gesperrt; offen ist die Durchfahrt der Seite, die zu Beginn des Zuges Transjordanien hielt",
			"Suezkanalen er lukket for dig; passagen er åben for den side, der havde Transjordanien, da turen begyndte"}},
	{"Panama closed, in combat, and a space beyond it", empty + "turn USA combat\nowner Japan: Panama\nSZ19: USA 1 destroyer\nSZ21: Japan 1 submarine\n", "USA",
		"move 1 destroyer from SZ19 to SZ21", 1, [3]string{
			"the Panama Canal is closed to you", "der Panamakanal ist für dich gesperrt", "Panamakanalen er lukket for dig"}},
	{"a gun is loaded in combat", empty + "turn UK combat\nUnited Kingdom: UK 1 antiaircraft gun\nSZ6: UK 1 transport\nowner Germany: Norway\n", "UK",
		"combat\nship 1 antiaircraft gun from United Kingdom to Norway", 2, [3]string{
			"antiaircraft guns move, and are shipped, only in noncombat; ",
			"Flakgeschütze ziehen nur in der Phase „kampflose Züge“ und werden nur dann verladen; lass die Zeile weg",
			"luftværnskanoner kan kun flyttes og indskibes under omrokering; udelad linjen"}},
	{"a gun goes ashore in combat", empty + "turn UK combat\nSZ6: UK 1 transport (aboard: 1 antiaircraft gun)\nowner Germany: Norway\n", "UK",
		"combat\nunload 1 antiaircraft gun from SZ6 to Norway", 2, [3]string{
			"antiaircraft guns move, and are shipped, only in noncombat; leave the line out",
			"Flakgeschütze ziehen nur in der Phase „kampflose Züge“ und werden nur dann verladen; lass die Zeile weg",
			"luftværnskanoner kan kun flyttes og indskibes under omrokering; udelad linjen"}},
	{"a gun walks in combat", empty + "turn UK combat\nIndia: UK 1 antiaircraft gun\n", "UK",
		"combat\nmove 1 antiaircraft gun from India to Persia", 2, [3]string{
			`antiaircraft guns move, and are shipped, only in noncombat; put the line under "noncombat"`,
			"Flakgeschütze ziehen nur in der Phase „kampflose Züge“ und werden nur dann verladen; schreibe die Zeile unter „kampflos“",
			`luftværnskanoner kan kun flyttes og indskibes under omrokering; skriv linjen under »omrokering«`}},
	{"more than can be placed", "rules revised\nboard standard\nturn UK buy\nipc UK 40\n", "UK",
		"buy 9 infantry", 1, [3]string{
			"your industrial complexes place 8 units a turn, and 9 would wait; buy at most 8 infantry",
			"deine Fabriken platzieren je Zug 8 Einheiten, und 9 würden warten; kaufe höchstens 8 Infanterien",
			"dine fabrikker kan placere 8 enheder pr. tur, og 9 ville vente; køb højst 8 infanteri"}},
	{"more than can be placed, in two lines", "rules revised\nboard standard\nturn UK buy\nipc UK 60\n", "UK",
		"buy 8 infantry\nbuy 1 tank", 2, [3]string{"9 would wait; buy nothing more", "9 würden warten; kaufe nichts mehr", "9 ville vente; køb ikke mere"}},
	{"more than can be paid", "rules revised\nboard standard\nturn UK buy\nipc UK 20\n", "UK",
		"buy 5 tanks", 1, [3]string{"this costs 25 IPC, 20 are left; order at most 4 tanks", "das kostet 25 IPC, übrig sind 20; bestelle höchstens 4 Panzer",
			"det koster 25 IPC, der er 20 tilbage; bestil højst 4 kampvogne"}},
	{"Germany moves a complex", "rules revised\nboard standard\nturn Germany noncombat\n", "Germany",
		"noncombat\nmove 1 industrial complex from Germany to Eastern Europe", 2, [3]string{
			"only the USSR with Mobile Industry moves industrial complexes; leave the line out",
			"nur die UdSSR mit Mobile Industrie bewegt Fabriken; lass die Zeile weg",
			"kun Sovjetunionen med Mobil industri flytter fabrikker; udelad linjen"}},
	{"complexes in Europe", "rules europe\nboard standard\nturn Germany combat\n", "Germany",
		"combat\nmove 1 industrial complex from Germany to Poland", 2, [3]string{"industrial complexes do not move; leave the line out",
			"Fabriken ziehen nicht; lass die Zeile weg", "fabrikker kan ikke flyttes; udelad linjen"}},
	{"a bomber without a way home", empty + "turn Germany combat\nGermany: Germany 1 bomber\nNovosibirsk: USSR 1 infantry\nArchangel: USSR 1 infantry\n", "Germany",
		"combat\nmove 1 bomber from Germany to Novosibirsk", 2, [3]string{
			"bombers land only on friendly land, and none lies within 1 space of Novosibirsk; in reach with a way home: ",
			"Bomber landen nur auf befreundetem Land, und von Nowosibirsk aus liegt keines 1 Feld weit; mit Rückweg erreichbar: Kasachstan, Russland oder Archangel",
			"bombefly lander kun på venligt land, og fra Novosibirsk ligger intet 1 felt borte; inden for rækkevidde med vej hjem: Kasakhstan, Rusland eller Arkhangelsk"}},
	{"a fighter that a carrier can meet", empty + "turn Japan combat\nJapan: Japan 1 fighter\nSZ60: Japan 1 carrier\nSZ52: USA 1 destroyer\n", "Japan",
		"combat\nmove 1 fighter from Japan to SZ52", 2, [3]string{`write "pledge 1 aircraft carrier from SZ60 to `, "schreibe „verspreche 1 Flugzeugträger von SZ60 nach ", "skriv »"}},
	{"load without a ship near", empty + "turn UK noncombat\nUnited Kingdom: UK 1 infantry\nSZ10: UK 1 transport\n", "UK",
		"load 1 infantry from United Kingdom onto transport", 1, [3]string{
			"no ship of yours can fetch the infantry from the United Kingdom; the nearest ship lies in SZ10, 2 spaces away",
			"kein eigenes Schiff kann die Infanterie von Großbritannien abholen; das nächste Schiff liegt in SZ10, 2 Felder entfernt",
			"intet af dine skibe kan hente infanteriet i Storbritannien; det nærmeste skib ligger i SZ10, 2 felter derfra"}},
	{"load without any ship", empty + "turn UK noncombat\nUnited Kingdom: UK 1 infantry\n", "UK",
		"load 1 infantry from United Kingdom onto transport", 1, [3]string{"; you have no ship that can carry it", "; du hast kein Schiff dafür", "; du har intet skib til det"}},
	{"load onto an ally's ship", empty + "turn UK noncombat\nUnited Kingdom: UK 1 infantry\nSZ6: USA 1 transport\n", "UK",
		"load 1 infantry from United Kingdom onto transport", 1, [3]string{`; write "load 1 infantry from United Kingdom onto 1 USA transport in SZ6"`, "; schreibe „", "; skriv »"}},
	{"a full ship", empty + "turn UK noncombat\nUnited Kingdom: UK 1 infantry\nSZ6: UK 1 transport (aboard: 2 infantry)\n", "UK",
		"load 1 infantry from United Kingdom onto transport", 1, [3]string{"the ship in SZ6 has no room for the infantry", "das Schiff in SZ6 hat keinen Platz für die Infanterie; lass die Zeile weg",
			"skibet i SZ6 har ikke plads til infanteri"}},
	{"cargo from inland", empty + "turn USSR noncombat\nRussia: USSR 1 infantry\nSZ4: USSR 1 transport\n", "USSR",
		"load 1 infantry from Russia onto transport", 1, [3]string{"Russia does not lie on the sea; name a territory on the coast", "Russland liegt nicht am Meer",
			"Rusland ligger ikke ved havet"}},
	{"who fought does not move", empty + "turn UK combat\nAnglo-Egypt: UK 1 tank\nLibya: Germany 1 infantry\n", "UK",
		"combat\nmove 1 tank from Anglo-Egypt to Libya\nnoncombat\nmove 1 tank from Libya to Algeria", 4, [3]string{
			"the tank in Libya has fought this turn and moves no more", "Panzer in Libyen hat in diesem Zug gekämpft und zieht nicht mehr",
			"kampvognen i Libyen har kæmpet i denne tur og kan ikke flyttes mere; nævn andre enheder, eller udelad linjen"}},
	{"who bombarded does not move", empty + "turn UK combat\nSZ5: UK 1 battleship, 1 transport (aboard: 1 infantry)\nNorway: Germany 1 infantry\n", "UK",
		"combat\nunload 1 infantry from SZ5 to Norway\nbombard Norway with 1 battleship\nnoncombat\nmove 1 battleship from SZ5 to SZ6", 5, [3]string{
			"the battleship in SZ5 has bombarded a coast this turn and moves no more", "Schlachtschiff in SZ5 hat in diesem Zug eine Küste beschossen und zieht nicht mehr",
			"slagskibet i SZ5 har beskudt en kyst i denne tur og kan ikke flyttes mere; nævn andre enheder, eller udelad linjen"}},
	{"who moved in combat does not move again", empty + "turn UK combat\nSZ6: UK 2 destroyers\n", "UK",
		"combat\nmove 2 destroyers from SZ6 to SZ5\nnoncombat\nmove 2 destroyers from SZ5 to SZ6", 4, [3]string{
			"the destroyers in SZ5 have moved this turn and move no more", "Zerstörer in SZ5 haben in diesem Zug schon gezogen und ziehen nicht mehr",
			"destroyerne i SZ5 er allerede flyttet i denne tur og kan ikke flyttes mere; nævn andre enheder, eller udelad linjen"}},
	{"what another line moves", empty + "turn UK noncombat\nIndia: UK 2 infantry\n", "UK",
		"noncombat\nmove 2 infantry from India to Persia\nmove 1 infantry from India to Persia", 3, [3]string{
			"another line moves the infantry in India already; name other units, or leave the line out", "eine andere Zeile bewegt die Infanterie in Indien schon; nenne andere Einheiten oder lass die Zeile weg", "en anden linje flytter allerede infanteriet i Indien; nævn andre enheder, eller udelad linjen"}},
	{"fighters at sea in Europe", "rules europe\nboard standard\nturn Germany place\nbought Germany 1 fighter\n", "Germany",
		"place 1 fighter in Baltic Sea", 1, [3]string{
			"new fighters are placed on land here; fighters can be placed in Germany or Northern Italy",
			"neue Jäger werden hier an Land platziert; Jäger kannst du hier platzieren: Deutschland oder Norditalien",
			"nye jagerfly placeres her på land; jagerfly kan placeres her: Tyskland eller Norditalien"}},
	{"fighters at sea in Revised without a carrier to place", empty + "turn UK place\nUnited Kingdom: UK 1 industrial complex\nbought UK 1 fighter\n", "UK",
		"place 1 fighter in SZ6", 1, [3]string{"; fighters can be placed in United Kingdom", "in SZ6 wurde in diesem Zug kein Flugzeugträger mit freiem Platz platziert; Kampfflugzeuge kannst du hier platzieren: Großbritannien", "der blev ikke placeret et hangarskib med plads i SZ6 i denne tur; jagerfly kan placeres her: Storbritannien"}},
	{"fighters at sea in Revised with a carrier to place", empty + "turn UK place\nUnited Kingdom: UK 1 industrial complex\nbought UK 1 fighter, 1 carrier\n", "UK",
		"place 1 fighter in SZ6", 1, [3]string{`; write "place 1 aircraft carrier in SZ6" in a line above`, "; schreibe in einer Zeile davor „platziere 1 Flugzeugträger in SZ6“",
			`; skriv »placer 1 hangarskib i SZ6« i en linje ovenover`}},
	{"a ship far from the complexes", empty + "turn UK place\nUnited Kingdom: UK 1 industrial complex\nbought UK 1 transport\n", "UK",
		"place 1 transport in SZ40", 1, [3]string{"; transports can be placed in SZ2, ", "in SZ40 und nebenan steht keine Fabrik, die du nutzen darfst; Transporter kannst du hier platzieren: SZ2, SZ3, SZ6, SZ7 oder SZ8", "der står ingen fabrik, som du må bruge, i SZ40 eller ved siden af; fragtskibe kan placeres her: SZ2, SZ3, SZ6, SZ7 eller SZ8"}},
	{"a bonus fighter at sea", "rules europe\nboard standard\n", "Germany",
		"bonus 1 fighter in Baltic Sea", 1, [3]string{
			"only ships go into sea zones; land with your units: ", "nur Schiffe ziehen auf See; Land mit deinen Einheiten: Österreich, Bulgarien, Kreta, Tschechoslowakei, Dänemark oder Ostfrankreich", "kun skibe kan være til søs; land med dine enheder: Østrig, Bulgarien, Kreta, Tjekkoslovakiet, Danmark eller Østfrankrig"}},
	{"a bonus ship on land", "rules europe\nboard standard\n", "Germany",
		"bonus 1 transport in Poland", 1, [3]string{
			"ships go only into sea zones; sea zones with your ships: ", "Schiffe ziehen nur auf See; hier liegen deine Schiffe: Azorensee, Barentssee, Golf von Biskaya, Dänische See, Dänemarkstraße oder Halifaxsee", "skibe kan kun være til søs; søzoner med dine skibe: Azorerhavet, Barentshavet, Biscayabugten, Danske farvande, Danmarksstrædet eller Halifaxhavet"}},
	{"the asked power sends something else", "rules europe\nboard standard\n", "Germany", "buy 1 infantry", 1, [3]string{
		"send your bonus first", "schick zuerst deinen Bonus", "send din bonus først"}},
	{"another power sends something else", "rules europe\nboard standard\n", "UK", "buy 1 infantry", 1, [3]string{
		"Germany is asked first; wait until the question is answered", "zuerst wurde Deutschland gefragt; warte, bis die Frage beantwortet ist", "Tyskland blev spurgt først; vent, til spørgsmålet er besvaret"}},
	{"places with too few units", empty + "turn Germany combat\nWest Russia: Germany 3 infantry\nCaucasus: USSR 1 infantry\n", "Germany",
		"combat\nmove 4 infantry from Ukraine S.S.R. to Caucasus", 2, [3]string{
			"Germany has no infantry in Ukraine S.S.R., not 4; leave the line out", "Deutschland hat keine Infanterie in der Ukraine, nicht 4; lass die Zeile weg",
			"Tyskland har intet infanteri i Ukraine, ikke 4; udelad linjen"}},
	{"a place with enough units", empty + "turn Germany combat\nUkraine S.S.R.: Germany 2 infantry\nWest Russia: Germany 3 infantry\nCaucasus: USSR 1 infantry\n", "Germany",
		"combat\nmove 3 infantry from Ukraine S.S.R. to Caucasus", 2, [3]string{
			"Germany has 2 infantry in Ukraine S.S.R., not 3; did you mean West Russia?", "meinst du Westrussland?", "mente du Vestrusland?"}},
	{"one space", empty + "turn Germany noncombat\nGermany: Germany 1 infantry\n", "Germany",
		"noncombat\nmove 1 infantry from Germany to Balkans via Eastern Europe", 2, [3]string{"the infantry can go 1 space;", "Infanterie kommt 1 Feld weit;", "fra Tyskland til Balkan er der 2 felter; infanteriet når 1 felt; vælg et nærmere mål"}},
	{"an ally's units", empty + "turn Germany combat\nSZ5: Germany 1 submarine\n", "Germany",
		"combat\nmove 2 USSR infantry from Ukraine S.S.R. to Caucasus", 2, [3]string{"USSR's infantry in Ukraine S.S.R. do not take your orders", "die Infanterien der UdSSR in der Ukraine kannst du nicht befehligen; nenne eigene Einheiten",
			"du kan ikke give ordrer til Sovjetunionens infanteri i Ukraine"}},
	{"no gap where no unit is named", empty + "turn UK noncombat\nSZ6: UK 1 transport (aboard: 1 infantry)\n", "UK",
		"noncombat\nship all from SZ6 to Eire", 2, [3]string{"the units in SZ6 are aboard ships", "Einheiten in SZ6 sind an Bord von Schiffen", "enhederne i SZ6 er om bord på skibe; sæt dem i land, eller flyt deres skibe"}},
	{"technology in Europe", "rules europe\nboard standard\nturn Germany buy\n", "Germany", "buy 1 fighter if rockts", 1, [3]string{
		"this game has no technologies; leave the line out", "in dieser Partie gibt es keine Technologien; lass die Zeile weg", "dette spil har ingen teknologier; udelad linjen"}},
	{"rockets in Europe", "rules europe\nboard standard\nturn Germany combat\n", "Germany", "combat\nrocket United Kingdom from Germany", 2, [3]string{
		"this game has no technologies; leave the line out", "in dieser Partie gibt es keine Technologien; lass die Zeile weg", "dette spil har ingen teknologier; udelad linjen"}},
	{"advantages in Europe", "rules europe\nboard standard\nturn Germany buy\n", "Germany", "declare Panzerblitz", 1, [3]string{
		"this game has no national advantages; leave the line out", "in dieser Partie gibt es keine nationalen Vorteile; lass die Zeile weg", "dette spil har ingen nationale fordele; udelad linjen"}},
	{"the own fault of a line whose units a refused line took", empty + "turn Germany combat\nUkraine S.S.R.: Germany 3 infantry\n", "Germany",
		"combat\nmove 3 infantry from Ukraine S.S.R. to Russia\nmove 3 infantry from Ukraine S.S.R. to SZ16", 3, [3]string{
			"infantry cannot stand in SZ16", "Infanterien können in SZ16 nicht stehen; nenne ein passendes Feld", "infanteri kan ikke stå i SZ16"}},
	{"the own fault of a later line about a space that a refused line names", empty + "turn Germany combat\nUkraine S.S.R.: Germany 3 infantry\nBalkans: Germany 1 infantry\n", "Germany",
		"combat\nmove 9 infantry from Ukraine S.S.R. to Caucasus\nnoncombat\nmove 1 infantry from Balkans to Caucasus", 4, [3]string{
			"from the Balkans to the Caucasus it is 2 spaces; the infantry can go 1 space; choose a nearer destination", "vom Balkan in den Kaukasus sind es 2 Felder; die Infanterie kommt 1 Feld weit; wähle ein näheres Ziel", "fra Balkan til Kaukasus er der 2 felter"}},
	{"the own fault of a later line below one that was not understood", empty + "turn Germany combat\nUkraine S.S.R.: Germany 3 infantry\nBalkans: Germany 1 infantry\n", "Germany",
		"combat\nmove 2 infantry from Ukraine S.S.R. to Cacausus\nnoncombat\nmove 1 infantry from Balkans to Turkey", 4, [3]string{
			"Turkey is neutral", "Türkei ist neutral", "Tyrkiet er neutralt"}},
	{"a retreat that cannot be, of an attack that is refused", empty + "turn Germany combat\nUkraine S.S.R.: Germany 3 infantry\nCaucasus: USSR 1 infantry\n", "Germany",
		"combat\nmove 9 infantry from Ukraine S.S.R. to Caucasus\nbattle Caucasus\nretreat to Balkans after round 1", 4, [3]string{
			"nobody may retreat from the Caucasus to the Balkans; leave the line out", "aus dem Kaukasus darf sich niemand auf den Balkan zurückziehen; lass die Zeile weg", "ingen kan trække sig tilbage fra Kaukasus til Balkan"}},
	{"a gun is loaded in combat in Europe", "rules europe\nboard empty\nturn UK combat\nUnited Kingdom: UK 1 antiaircraft gun\nNorth Sea: UK 1 transport\n", "UK",
		"combat\nload 1 antiaircraft gun from United Kingdom onto transport", 2, [3]string{
			`antiaircraft guns move, and are shipped, only in noncombat; put the line under "noncombat"`,
			"Luftabwehrgeschütze ziehen nur in der Phase „Nicht-Kampfbewegung“ und werden nur dann verladen; schreibe die Zeile unter „kampflos“",
			`luftværnskanoner kan kun flyttes og indskibes under omrokering; skriv linjen under »omrokering«`}},
	{"more than Germany can place", "rules revised\nboard standard\nturn Germany buy\nipc Germany 60\n", "Germany",
		"buy 20 infantry", 1, [3]string{"buy at most 16 infantry", "kaufe höchstens 16 Infanterie", "køb højst 16 infanteri"}},
	{"more than can be paid, and nothing less", "rules revised\nboard standard\nturn USSR buy\nipc USSR 9\n", "USSR",
		"buy 1 fighter", 1, [3]string{"this costs 10 IPC, 9 are left; leave the line out", "das kostet 10 IPC, übrig sind 9; lass die Zeile weg",
			"det koster 10 IPC, der er 9 tilbage; udelad linjen"}},
	{"the USSR moves a complex without the advantage", "rules revised\nboard standard\nturn USSR noncombat\n", "USSR",
		"noncombat\nmove 1 industrial complex from Russia to Archangel", 2, [3]string{
			"only the USSR with Mobile Industry moves industrial complexes", "nur die UdSSR mit Mobile Industrie bewegt Fabriken; lass die Zeile weg",
			"kun Sovjetunionen med Mobil industri flytter fabrikker; udelad linjen"}},
	{"a bomber without a way home in Europe", "rules europe\nboard standard\nturn Germany combat\n", "Germany",
		"combat\nmove 1 bomber from Germany to Iceland", 2, [3]string{
			"bombers land only on friendly land, and none lies within 1 space of Iceland; in reach with a way home: ",
			"Bomber landen nur auf befreundetem Land, und von Island aus liegt keines 1 Feld weit; mit Rückweg erreichbar: Großbritannien, Keltische See oder Nordsee",
			"bombefly lander kun på venligt land, og fra Island ligger intet 1 felt borte; inden for rækkevidde med vej hjem: Storbritannien, Keltiske Hav eller Nordsøen"}},
	{"a bomber lands at sea", empty + "turn UK noncombat\nUnited Kingdom: UK 1 bomber\nSZ7: UK 1 carrier\n", "UK",
		"noncombat\nmove 1 bomber from United Kingdom to SZ7", 2, [3]string{
			"bombers land only on friendly land; in reach: ", "Bomber landen nur auf befreundetem Land; in Reichweite: ",
			"bombefly lander kun på venligt land; inden for rækkevidde: "}},
	{"a bomber lands at sea in Europe", "rules europe\nboard empty\nturn UK noncombat\nUnited Kingdom: UK 1 bomber\nNorth Sea: UK 1 carrier\n", "UK",
		"noncombat\nland 1 bomber from United Kingdom in North Sea", 2, [3]string{
			"bombers land only on friendly land; in reach: ", "Bomber landen nur auf befreundetem Land; in Reichweite: ",
			"bombefly lander kun på venligt land; inden for rækkevidde: "}},
	{"load onto a ship that lies elsewhere", empty + "turn UK noncombat\nUnited Kingdom: UK 1 infantry\nSZ10: UK 1 transport\n", "UK",
		"load 1 infantry from United Kingdom onto 1 transport in SZ6", 1, [3]string{
			"; the nearest ship lies in SZ10, 2 spaces away", "; das nächste Schiff liegt in SZ10, 2 Felder entfernt",
			"; det nærmeste skib ligger i SZ10, 2 felter derfra"}},
	{"load onto a ship that carries nothing, with another beside it", empty + "turn UK noncombat\nUnited Kingdom: UK 1 infantry\nSZ6: UK 1 battleship, 1 transport\n", "UK",
		"load 1 infantry from United Kingdom onto battleship", 1, [3]string{
			`; write "load 1 infantry from United Kingdom onto 1 transport in SZ6"`, "; schreibe „lade 1 Infanterie von Großbritannien auf 1 Transporter in SZ6“",
			`; skriv »last 1 infanteri fra Storbritannien på 1 fragtskib i SZ6«`}},
	{"ship without any ship", empty + "turn USA combat\nEastern United States: USA 1 tank\nAlgeria: Germany 1 infantry\n", "USA",
		"ship 1 tank from Eastern United States to Algeria", 1, [3]string{
			"no ship of yours can fetch the tank from the Eastern United States and take it to Algeria; you have no ship that can carry it",
			"kein eigenes Schiff kann den Panzer aus den Östlichen Vereinigten Staaten abholen und nach Algerien bringen; du hast kein Schiff dafür",
			"intet af dine skibe kan hente kampvognen i det østlige USA og sejle til Algeriet; du har intet skib til det"}},
	{"a ship that has unloaded loads no more", empty + "turn UK combat\nSZ6: UK 1 transport (aboard: 1 infantry)\nNorway: Germany 1 infantry\nUnited Kingdom: UK 1 infantry\n", "UK",
		"combat\nunload 1 infantry from SZ6 to Norway\nnoncombat\nload 1 infantry from United Kingdom onto transport", 4, [3]string{
			"the ship in SZ6 can do no more this turn; leave the line out", "das Schiff in SZ6 kann in diesem Zug nichts mehr tun; lass die Zeile weg",
			"skibet i SZ6 kan ikke gøre mere i denne tur; udelad linjen"}},
	{"who fought in Europe does not move", "rules europe\nboard empty\nturn Germany combat\nPoland: Germany 1 tank\nBelorussia: USSR 1 infantry\n", "Germany",
		"combat\nmove 1 tank from Poland to Belorussia\nnoncombat\nmove 1 tank from Belorussia to Poland", 4, [3]string{
			"the tank in Belorussia has fought this turn and moves no more", "Panzer in Belorussland hat in diesem Zug gekämpft und zieht nicht mehr",
			"kampvognen i Hviderusland har kæmpet i denne tur og kan ikke flyttes mere; nævn andre enheder, eller udelad linjen"}},
	{"who landed does not move", empty + "turn UK combat\nUnited Kingdom: UK 1 bomber\nGermany: Germany 1 industrial complex\n", "UK",
		"combat\nbomb Germany with 1 bomber from United Kingdom\nnoncombat\nmove 1 bomber from United Kingdom to Eastern Canada", 4, [3]string{
			"the bomber in the United Kingdom has landed this turn and moves no more; name other units, or leave the line out", "Bomber in Großbritannien ist in diesem Zug gelandet und zieht nicht mehr",
			"bombeflyet i Storbritannien er landet i denne tur og kan ikke flyttes mere; nævn andre enheder, eller udelad linjen"}},
	{"who fired a rocket does not move", empty + "turn Germany combat\ntech Germany rockets\nWestern Europe: Germany 1 antiaircraft gun\nUnited Kingdom: UK 1 industrial complex\n", "Germany",
		"combat\nrocket United Kingdom from Western Europe\nnoncombat\nmove 1 antiaircraft gun from Western Europe to Germany", 4, [3]string{
			"the antiaircraft gun in Western Europe has fired a rocket this turn and moves no more",
			"Flakgeschütz in Westeuropa hat in diesem Zug eine Rakete abgefeuert und zieht nicht mehr",
			"luftværnskanonen i Vesteuropa har affyret en raket i denne tur og kan ikke flyttes mere; nævn andre enheder, eller udelad linjen"}},
	{"more planes come home than went out", empty + "turn UK combat\nUnited Kingdom: UK 1 fighter\nWestern Europe: Germany 1 infantry\n", "UK",
		"combat\nmove 1 fighter from United Kingdom to Western Europe\nnoncombat\nmove 2 fighters from Western Europe to United Kingdom", 4, [3]string{
			"UK has 1 fighter in Western Europe, not 2; order at most 1", "Großbritannien hat 1 Kampfflugzeug in Westeuropa, nicht 2; befiehl höchstens 1",
			"Storbritannien har 1 jagerfly i Vesteuropa, ikke 2; giv ordre til højst 1"}},
	{"units twice in a line", empty + "turn UK noncombat\nIndia: UK 1 infantry\n", "UK",
		"noncombat\nmove 1 infantry, 1 infantry from India to Persia", 2, [3]string{
			"UK has 1 infantry in India, not 2", "Großbritannien hat 1 Infanterie in Indien, nicht 2", "Storbritannien har 1 infanteri i Indien, ikke 2"}},
	{"fighters at sea in Europe beside a carrier to place", "rules europe\nboard standard\nturn UK place\nbought UK 1 fighter, 1 carrier\n", "UK",
		"place 1 fighter in North Sea\nplace 1 carrier in North Sea", 1, [3]string{
			"new fighters are placed on land here; fighters can be placed in Canada or United Kingdom",
			"neue Jäger werden hier an Land platziert; Jäger kannst du hier platzieren: Kanada oder Großbritannien",
			"nye jagerfly placeres her på land; jagerfly kan placeres her: Canada eller Storbritannien"}},
	{"the own fault of a place whose purchase is refused", "rules revised\nboard standard\nturn UK buy\nipc UK 10\n", "UK",
		"buy 9 infantry\nplace 9 infantry in India", 2, [3]string{
			"no industrial complex that you may use stands in or beside India; infantry can be placed in United Kingdom",
			"in Indien und nebenan steht keine Fabrik, die du nutzen darfst; Infanterien kannst du hier platzieren: Großbritannien",
			"der står ingen fabrik, som du må bruge, i Indien eller ved siden af; infanteri kan placeres her: Storbritannien"}},
	{"the own fault of a complex that was not bought", "rules revised\nboard standard\nturn UK buy\nipc UK 10\n", "UK",
		"buy 1 industrial complex\nplace 1 industrial complex in Gibraltar", 2, [3]string{
			"Gibraltar has no income and takes no industrial complex", "Gibraltar bringt kein Einkommen und nimmt keine Fabrik auf; nenne ein Gebiet mit Einkommen",
			"Gibraltar giver ingen indkomst og kan ikke få en fabrik; nævn et territorium med indkomst"}},
	{"the own fault of a place whose purchase was not understood", "rules revised\nboard standard\nturn UK buy\n", "UK",
		"buy 3 infnatry\nplace 3 infantry in India", 2, [3]string{
			"no industrial complex that you may use stands in or beside India", "in Indien und nebenan steht keine Fabrik, die du nutzen darfst; Infanterien kannst du hier platzieren: Großbritannien", "der står ingen fabrik, som du må bruge, i Indien eller ved siden af; infanteri kan placeres her: Storbritannien"}},
	{"a purchase that depends on technology in Europe", "rules europe\nboard standard\nturn Germany buy\n", "Germany", "buy 1 fighter if rockets", 1, [3]string{
		"this game has no technologies; leave the line out", "in dieser Partie gibt es keine Technologien; lass die Zeile weg", "dette spil har ingen teknologier; udelad linjen"}},
	{"no numbers for sea zones in Europe", "rules europe\nboard standard\nturn Germany combat\n", "Germany",
		"combat\nmove 1 tank from Germany to Qwertz", 2, [3]string{
			`there is no space "Qwertz" on this board; look the name up on the map.`, "ein Feld „Qwertz“ gibt es auf diesem Plan nicht; sieh auf der Karte nach.",
			`et felt ved navn »Qwertz« findes ikke på kortet; se navnet på kortet.`}},
	{"numbers for sea zones in Revised", "rules revised\nboard standard\nturn Germany combat\n", "Germany",
		"combat\nmove 1 tank from Germany to Qwertz", 2, [3]string{
			"look the name up on the map; sea zones are written SZ5.", "ein Feld „Qwertz“ gibt es auf diesem Plan nicht; sieh auf der Karte nach; Seegebiete schreibt man SZ5", "se navnet på kortet; søzoner skrives SZ5."}},
}

func TestRefusalsSayWhatIsTrue(t *testing.T) {
	t.Parallel()
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			data := "A refusal.\n-- setup --\n" + c.setup + "-- orders " + c.power + " --\n" + c.orders + "\n-- want --\nrefused\n"
			parsed, err := Parse("x", []byte(data))
			if err != nil {
				t.Fatal(err)
			}
			set, pos, err := parsed.Start()
			if err != nil {
				t.Fatal(err)
			}
			who, err := syntax.FindPower(set.Board, c.power)
			if err != nil {
				t.Fatal(err)
			}
			f := orders.Parse(c.orders, orders.Context{Board: set.Board, Phase: pos.Phase(), Power: who})
			faults := f.Merge(f.Faults, adjudicator.Judge(set, pos, who, f.File))
			for i, lang := range syntax.Langs() {
				said := ""
				for _, x := range remedy.Find(remedy.Ground{Rules: set, Position: pos, Power: who, Lang: lang}, &f, faults) {
					if x.Line == c.line && x.Severity != order.Unwise {
						what, fix := messages.Text(x, lang, set.Board)
						said = what + "; " + fix + "."
					}
				}
				if said == "" || !strings.Contains(said, c.says[i]) {
					t.Errorf("%s: %q does not say %q", lang, said, c.says[i])
				}
			}
		})
	}
}
