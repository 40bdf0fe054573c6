package people

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// NewGame is a game to be made.
type NewGame struct {
	Name    string          `json:"name"`
	Rules   string          `json:"rules"`             // revised, europe
	Options []rules.Setting `json:"options,omitempty"` // of the rules, and settings
	// Advantages are national advantages that powers begin with; powers and advantages by any of their names.
	Advantages []Grant `json:"advantages,omitempty"`
	// Start is the position from which the game goes on, as package exchange writes it; none: that of the box.
	Start []string `json:"start,omitempty"`
}

// Grant gives a power national advantages.
type Grant struct {
	Power      string   `json:"power"`
	Advantages []string `json:"advantages"`
}

// Setup returns the game's set-up, with the canonical names of its national advantages. The error names what is
// unknown.
func (n NewGame) Setup(now time.Time) (game.Setup, error) {
	s := game.Setup{Name: n.Name, Rules: n.Rules, Start: n.Start, Created: now}
	for _, x := range n.Options {
		if _, ok := game.LookupSetting(x.Name); !ok {
			s.Options = append(s.Options, x)
		}
	}
	s, err := s.Settled()
	if err != nil {
		return s, err
	}
	set, err := s.Set()
	if err != nil || len(n.Advantages) == 0 {
		return s, err
	}
	if set.Options.Get("advantages") != "on" {
		return s, errors.New("national advantages are given in games that play with them: --option advantages=on")
	}
	s.Advantages = map[board.Power][]string{}
	for _, x := range n.Advantages {
		p, err := syntax.FindPower(set.Board, x.Power)
		if err != nil {
			return s, fmt.Errorf("there is no power %q to give advantages to", x.Power)
		}
		for _, name := range x.Advantages {
			a, err := syntax.FindAdvantage(name)
			if err != nil {
				has := strings.Join(rules.AdvantagesOf(p), ", ")
				return s, fmt.Errorf("there is no national advantage %q; %s has %s", name, p, has)
			}
			s.Advantages[p] = append(s.Advantages[p], a)
		}
	}
	return s, nil
}

// settings returns the settings among the options.
func (n NewGame) settings() (h game.Settings, err error) {
	for _, x := range n.Options {
		if _, ok := game.LookupSetting(x.Name); ok && err == nil {
			h, err = h.With(x.Name, x.Value)
		}
	}
	return h, err
}

// CreateGame makes a game with its genesis record, its secrets and a free seat with a key for each power.
func CreateGame(e *env.Env, tx *store.Tx, n NewGame) (*gamestore.Game, error) {
	now := e.Now().UTC().Truncate(time.Second)
	setup, err := n.Setup(now)
	if err != nil {
		return nil, err
	}
	if err := setup.Check(); err != nil {
		return nil, err
	}
	settings, err := n.settings()
	if err != nil {
		return nil, err
	}
	text, err := gamestore.EncodeSetup(setup)
	if err != nil {
		return nil, err
	}
	row, err := tx.Games().Create(n.Name, store.Value{Version: gamestore.FormatVersion, Bytes: text})
	if errors.Is(err, store.ErrExists) {
		return nil, fmt.Errorf("there is a game %s already; choose another name", n.Name)
	} else if err != nil {
		return nil, err
	}
	master, vkey, err := e.Secrets.Create(e.Self.Domain, n.Name, e.Random)
	if err != nil {
		return nil, fmt.Errorf("secrets of game %s: %w", n.Name, err)
	}
	begun, err := game.Begin(setup, master, vkey, e.Version, now)
	if err != nil {
		return nil, err
	}
	g := &gamestore.Game{Game: begun, State: gamestore.State{VKey: vkey, Engine: e.Version,
		Conduct: game.Conduct{House: settings}}, Row: row}
	if err := vault.OpenSeats(e, tx, g); err != nil {
		return nil, err
	}
	if err := gamestore.KeepVersionTexts(g); err != nil {
		return nil, err
	}
	return g, g.Save()
}

// The values of the server's setting of who may make games.
const (
	NewGamesNobody  env.NewGames = "nobody"
	NewGamesKnown   env.NewGames = "known" // the referee's address, and participants of games
	NewGamesAnybody env.NewGames = "anybody"
)

// Limits of what an address can ask for in a day without a key.
const (
	MaxGamesPerDay = 5
	MaxJoinsPerDay = 20
)

var _ = command.Handle[commands.NewGame](command.Spec{
	Syntax: []commands.Syntax{commands.NewGameSyntax},
	Who:    command.Anyone, In: command.Anywhere, NeedsKey: command.Confirmation,
}, command.AsNotice(handleNewGame))

// handleNewGame makes a game, whose referee is the sender.
func handleNewGame(r *command.Request, c commands.NewGame) (notice.Notice, error) {
	p := senderPerson(r)
	if !mayOpenGames(r) {
		return notice.NoNewGames{}, nil
	}
	if n, err := r.CountToday("games", r.Mail.From.Addr); err != nil {
		return nil, err
	} else if n > MaxGamesPerDay {
		return nil, notDone(notice.DeniedGamesADay, fmt.Sprintf("no more than %d new games a day", MaxGamesPerDay),
			strconv.Itoa(MaxGamesPerDay))
	}
	n := NewGame{Name: c.Name, Rules: c.Rules, Options: []rules.Setting{{Name: "joining", Value: "approval"}}}
	for _, x := range r.File.Commands {
		switch o := x.(type) {
		case commands.Option:
			n.Options = append(n.Options, rules.Setting{Name: o.Name, Value: o.Value})
		case commands.ConsentOption:
			n.Options = append(n.Options, rules.Setting{Name: o.Name, Value: o.Value})
		}
	}
	if c.Attached {
		if err := n.attached(r); err != nil {
			return nil, err
		}
	}
	if err := checkNewGame(r, n); err != nil {
		return nil, err
	}
	if ok, err := r.SpendReply(); err != nil || !ok {
		return nil, err
	}
	g, err := CreateGame(r.Env, r.Tx, n)
	if err != nil {
		return nil, err
	}
	referee := *g.Referee()
	referee.Address, referee.Name, referee.Language, referee.Zone, referee.Unconfirmed = p.Address, p.Name, p.Language,
		p.Zone, g.MustConfirm(true)
	referee.Since = r.Env.Now().UTC()
	if err := g.SaveSeat(r.Tx, referee); err != nil {
		return nil, err
	}
	if _, err := gamestore.RecordAct(r.Env, g, roster.Referee, "opens the game",
		mailio.FoldAddress(p.Address)); err != nil {
		return nil, err
	}
	r.CreatedGame = c.Name
	return nil, notify.AskToConfirm(r.Env, r.Tx, g, referee, "") // to the referee, wherever the mail wants its answers
}

// mayOpenGames reports whether the sender may make games. The address decides, for the key of the new game is mailed
// only there.
func mayOpenGames(r *command.Request) bool {
	switch r.Env.NewGames {
	case NewGamesAnybody:
		return true
	case NewGamesNobody:
		return false
	}
	return r.KnownSender || r.Seat != nil && r.Keyed ||
		mailio.FoldAddress(r.Mail.From.Addr) == mailio.FoldAddress(r.Env.Self.Referee)
}

// checkNewGame checks whether a game can be made before anything is written, so that the sender is told why not.
func checkNewGame(r *command.Request, n NewGame) error {
	for _, x := range n.Options {
		if no := UnknownOption(x.Name); no != nil {
			return no
		}
	}
	s, err := n.Setup(r.Env.Now().UTC())
	if err == nil {
		err = s.Check()
	}
	if err == nil {
		_, err = n.settings()
	}
	if err != nil {
		return &env.NotDone{Why: err.Error()}
	}
	if ok, err := gamestore.GameExists(r.Tx, n.Name); err != nil {
		return err
	} else if ok {
		return notDone(notice.DeniedNameTaken, fmt.Sprintf("there is a game %s already; choose another name", n.Name),
			n.Name)
	}
	return nil
}

// UnknownOption returns the error of an option that belongs neither to the rules nor to the settings nor to a person,
// with what may be meant; nil for a known one.
func UnknownOption(name string) *env.NotDone {
	known := append(rules.Names(), commands.OwnOptions()...)
	for _, o := range game.AllSettings() {
		known = append(known, o.Name)
	}
	key := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "-")
	if slices.Contains(known, key) {
		return nil
	}
	why := fmt.Sprintf("there is no option %q", name)
	if meant := syntax.Nearest(key, known); len(meant) > 0 {
		return notDone(notice.DeniedOptionMeant, why, name, strings.Join(meant, ", "))
	}
	return notDone(notice.DeniedUnknownOption, why, name)
}
