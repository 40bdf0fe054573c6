package people

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/referee"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

var _ = command.Handle[commands.OwnOption](command.Spec{
	Syntax: []commands.Syntax{commands.OwnOptionSyntax},
	Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
}, command.AsNotice(handleOwnOption))

// handleOwnOption sets an option about the sender.
func handleOwnOption(r *command.Request, c commands.OwnOption) (notice.Notice, error) {
	value := hideKeyLike(c.Value)
	p := r.Seat.AsPerson()
	p.Set(c.Name, value)
	if err := p.Check(); err != nil {
		return nil, &env.NotDone{Why: err.Error()}
	}
	err := changePerson(r.Tx, r.Game, *r.Seat, func(s *roster.Participant) {
		s.Name, s.Language, s.Zone = p.Name, p.Language, p.Zone
	})
	return notice.OwnSettingChanged{Setting: notice.Quote(c.Name + " " + value)}, err
}

// keyLike matches a key as it is shown. Four names of four letters each with dashes between them are nobody's.
var keyLike = regexp.MustCompile(`(?i)\b[A-Z0-9]{4}([-‐‑–][A-Z0-9]{4}){3}\b`)

// hideKeyLike hides what looks like a key in a name, which others read: also a key that is no longer good.
func hideKeyLike(name string) string {
	for _, found := range command.FindKeys(name) {
		if strings.ContainsAny(found, "0123456789") {
			name = strings.ReplaceAll(name, found, command.HiddenKey)
		}
	}
	return keyLike.ReplaceAllString(name, command.HiddenKey)
}

var _ = command.Handle[commands.MailOption](command.Spec{
	Syntax: []commands.Syntax{commands.MailOptionSyntax},
	Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
}, command.AsNotice(handleMailOption))

// handleMailOption sets which mails the sender gets: from the game that the line names, else from all that the address
// of their seat is in.
func handleMailOption(r *command.Request, c commands.MailOption) (notice.Notice, error) {
	names := []string{c.Game}
	if c.Game == "" {
		names = []string{r.Game.Setup.Name}
		refs, err := r.Tx.Handles().Seats(roster.AddressHandle(r.Seat.Address))
		if err != nil {
			return nil, err
		}
		for _, ref := range refs {
			names = append(names, ref.Game)
		}
		slices.Sort(names)
	}
	set, style := 0, roster.Style{}
	for _, name := range slices.Compact(names) {
		g, err := gameNamed(r, name)
		if err != nil {
			return nil, err
		}
		if g == nil {
			continue
		}
		theirs := func(s roster.Participant) bool {
			return s.Taken() && !s.Unconfirmed && mailio.FoldAddress(s.Address) == mailio.FoldAddress(r.Seat.Address)
		}
		for _, s := range slices.DeleteFunc(slices.Concat(g.Seats, g.Others), func(s roster.Participant) bool { return !theirs(s) }) {
			s.Style = s.Style.With(c.Words, c.Records)
			set, style = set+1, s.Style
			if err := g.SaveSeat(r.Tx, s); err != nil {
				return nil, err
			}
		}
	}
	if set == 0 {
		return notice.NoGame{Name: notice.Quote(c.Game), Games: nil}, nil
	}
	now := commands.MailOption{Words: style.Words(), Records: style.Records, Game: c.Game}
	return notice.OwnSettingChanged{Setting: notice.Quote(commands.Format(now, syntax.Lang(r.Lang()), nil))}, nil
}

// gameNamed returns a game of that name, that of the mail as it stands; nil if there is none.
func gameNamed(r *command.Request, name string) (*gamestore.Game, error) {
	if name == r.Game.Setup.Name {
		return r.Game, nil
	}
	if ok, err := gamestore.GameExists(r.Tx, name); err != nil || !ok {
		return nil, err
	}
	return gamestore.Load(r.Tx, name)
}

// changePerson changes all seats that the person who has a seat has in the game.
func changePerson(tx *store.Tx, g *gamestore.Game, of roster.Participant, change func(*roster.Participant)) error {
	for _, s := range slices.Concat(g.Seats, g.Others) {
		if s.ID() != of.ID() && (of.Person == "" || s.Person != of.Person) {
			continue
		}
		change(&s)
		if err := g.SaveSeat(tx, s); err != nil {
			return err
		}
	}
	return nil
}

var _ = command.Handle[commands.Option](command.Spec{
	Syntax: []commands.Syntax{commands.OptionSyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, command.AsNotice(func(r *command.Request, c commands.Option) (notice.Notice, error) {
	return nil, ChangeSetting(r.Env, r.Tx, r.Game, c.Name, c.Value, referee.Actor{Name: r.Seat.Role})
}))

// ChangeSetting changes how a game is run, with a record of the old value and the new. Everybody is told.
func ChangeSetting(e *env.Env, tx *store.Tx, g *gamestore.Game, name, value string, who referee.Actor) error {
	if g.Chain.Over() {
		return notDone(notice.DeniedGameOver, fmt.Sprintf("game %s is over", g.Setup.Name), g.Setup.Name)
	}
	if _, ok := game.LookupSetting(strings.ReplaceAll(name, " ", "-")); !ok {
		return notDone(notice.DeniedNoSetting,
			"there is no setting "+name+"; options of the rules cannot change in a running game", name)
	}
	settings, err := g.State.House.With(name, value)
	if err != nil {
		return &env.NotDone{Why: err.Error()}
	}
	old, text := settingText(g.State.House, name), settingText(settings, name)
	g.State.House = settings
	entry, err := gamestore.Record(e, g, &history.RefereeAct{Actor: who.Name, Action: "option " + text,
		Old: dice.Sum(dice.Text(old)), New: dice.Sum(dice.Text(text)),
		Consents: slices.Sorted(slices.Values(who.Consents))})
	if err != nil {
		return err
	}
	if err := notify.SendNoticeToAll(e, tx, g, notice.SettingChanged{Setting: notice.Quote(text)},
		gamestore.SeqName(entry)); err != nil {
		return err
	}
	return startIfReady(e, tx, g)
}

// settingText returns a setting as notices show it.
func settingText(h game.Settings, name string) string { return name + " " + h.Get(name) }

// SettingsRequest asks to change how a game is run.
type SettingsRequest struct {
	Game     string          `json:"game"`
	Settings []rules.Setting `json:"settings"`
}

// ChangeSettings changes settings of a game for the operator; everybody is told.
func ChangeSettings(e *env.Env, tx *store.Tx, c SettingsRequest) (any, error) {
	g, err := gamestore.OpenGame(tx, c.Game)
	if err != nil {
		return nil, err
	}
	for _, s := range c.Settings {
		if err := ChangeSetting(e, tx, g, s.Name, s.Value, referee.Actor{Name: roster.RefereeRole}); err != nil {
			return nil, err
		}
	}
	return g.State.House.Changed, nil
}
