package demo

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/server"
	"fieldpost/cmd/internal/web"
	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/outbox"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/report"
)

// Game is the name of the demo's game.
const Game = "demo"

// Options say what is played, and where it is left.
type Options struct {
	Dir     string // empty or missing: a new demo; an unfinished one is continued
	Rules   string // revised, europe
	Lang    string // of the reports: en, de, da
	Rounds  int
	Serve   bool // go on running for a real mail program
	Version string
	Out     io.Writer // progress, a line a step
	Now     func() time.Time
	Random  io.Reader
	Draw    func(report.View, syntax.Lang) (*report.Drawing, error) // of maps; nil: as always
}

// memory is what the folder remembers about the demo in it.
type memory struct {
	Rules  string `json:"rules"`
	Lang   string `json:"lang"`
	Rounds int    `json:"rounds"`
	Starts int    `json:"starts"`
	Done   bool   `json:"done"`
}

// quietTime is how long nothing may happen before the demo gives up.
const quietTime = 60 * time.Second

// Run plays the demo. The error says what to do about it.
func Run(ctx context.Context, o Options) error {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	m, err := prepare(&o)
	if err != nil {
		return err
	}
	d, err := open(&o, m)
	if err != nil {
		return err
	}
	defer d.close()
	if err := d.createGame(); err != nil {
		return err
	}
	if err := d.play(ctx); err != nil {
		return err
	}
	m.Done = true
	if err := m.save(o.Dir); err != nil {
		return err
	}
	if err := d.writePage(); err != nil {
		return err
	}
	d.printSummary()
	if o.Serve {
		return d.serve(ctx)
	}
	return nil
}

// prepare makes the folder, or takes up an unfinished demo in it.
func prepare(o *Options) (*memory, error) {
	text, err := os.ReadFile(filepath.Join(o.Dir, "demo.json"))
	m := &memory{Rules: o.Rules, Lang: o.Lang, Rounds: o.Rounds}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if entries, err := os.ReadDir(o.Dir); err == nil && len(entries) > 0 {
			return nil, fmt.Errorf("%s holds other things than a demo; name an empty folder with --dir", o.Dir)
		}
		if err := os.MkdirAll(o.Dir, 0o700); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	default:
		if err := json.Unmarshal(text, m); err != nil {
			return nil, fmt.Errorf("%s cannot be read: %w; delete %s and start anew", filepath.Join(o.Dir, "demo.json"),
				err, o.Dir)
		}
		if m.Done && !o.Serve {
			return nil, fmt.Errorf("%s holds a finished demo; look at it, delete it, or name another folder with --dir",
				o.Dir)
		}
		fmt.Fprintf(o.Out, "going on with the demo in %s\n", o.Dir)
		o.Rules, o.Lang, o.Rounds = m.Rules, m.Lang, m.Rounds
	}
	m.Starts++
	return m, m.save(o.Dir)
}

func (m *memory) save(dir string) error {
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, "demo.json"), append(b, '\n'))
}

// demo is a demo that runs.
type demo struct {
	*Options
	cast   []player
	town   *mailWorld
	store  *store.Store
	log    *os.File
	daemon *server.Server
}

// open starts the mail servers and opens the store.
func open(o *Options, m *memory) (*demo, error) {
	d := &demo{Options: o, cast: playersOf(o.Rules, o.Lang)}
	addresses := []string{officeAddress, refereeAddress}
	for _, p := range d.cast {
		addresses = append(addresses, p.address)
	}
	var err error
	if d.log, err = os.OpenFile(filepath.Join(o.Dir, "daemon.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY,
		0o600); err != nil {
		return nil, err
	}
	if d.store, err = store.Open(filepath.Join(o.Dir, "fieldpost.db"), store.Options{Now: o.Now}); err != nil {
		d.close()
		return nil, err
	}
	if d.town, err = openMailWorld(o.Dir, addresses, m.Starts, o.Now); err != nil {
		d.close()
		return nil, err
	}
	d.daemon = &server.Server{Store: d.store, Tick: time.Second,
		Outbox: outbox.Sender{Server: d.town.SMTP(officeAddress)},
		Inbox: inbox.Config{Server: d.town.IMAP(officeAddress), Poll: time.Second,
			Folders: []inbox.Folder{{Name: "INBOX", Processed: "Processed"}}}, Env: &env.Env{
			Secrets: env.Secrets{Dir: filepath.Join(o.Dir, "secrets")}, Limits: limits(), Language: o.Lang,
			Now:    o.Now,
			Random: o.Random, Draw: o.Draw, Log: slog.New(slog.NewTextHandler(d.log, nil)),
			Version: cmp.Or(o.Version, "fieldpost"),
			Self: env.Self{Address: mailio.Address{Name: "fieldpost", Addr: officeAddress},
				Domain: "fieldpost.example", Instance: d.store.Info().Instance, Referee: refereeAddress},
		}}
	if err := d.writeConfig(); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

// limits let a war of fifty rounds be played within the hour.
func limits() env.Limits {
	l := env.DefaultLimits()
	l.RepliesPerPlayer, l.RepliesPerSender, l.RepliesInAll = 1000, 1000, 5000
	return l
}

func (d *demo) close() {
	if d.town != nil {
		d.town.Close()
	}
	if d.store != nil {
		d.store.Close()
	}
	d.log.Close()
}

// writeConfig leaves a config, by which the other commands find the store.
func (d *demo) writeConfig() error {
	imap, smtp := d.town.IMAP(officeAddress), d.town.SMTP(officeAddress)
	text := fmt.Sprintf("# The demo's config, for commands such as: fieldpost game show %s --config %s\naddress: fieldpost <%s>\nreferee: %s\n"+
		"mail:\n  imap: {host: %s, port: %d, security: none}\n  smtp: {host: %s, port: %d, security: none}\n  password: {file: password.txt}\n",
		Game, filepath.Join(d.Dir, "fieldpost.yaml"), officeAddress, refereeAddress, imap.Host, imap.Port, smtp.Host,
		smtp.Port)
	if err := writeFile(filepath.Join(d.Dir, "fieldpost.yaml"), []byte(text)); err != nil {
		return err
	}
	return writeFile(filepath.Join(d.Dir, "password.txt"), []byte(password+"\n"))
}

// createGame makes the game, in one transaction with all that follows from it, unless it is there already.
func (d *demo) createGame() error {
	return d.store.Update(func(tx *store.Tx) error {
		if _, err := tx.Games().Game(Game); err == nil {
			return nil
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		o := d.daemon.Env
		t, err := people.CreateGame(o, tx, people.NewGame{Name: Game, Rules: d.Rules, Options: d.settings()})
		if err != nil {
			return err
		}
		for _, p := range d.cast {
			power := t.Rules.Board.Powers()[0]
			for _, x := range t.Rules.Board.Powers() {
				if string(x) == p.power {
					power = x
				}
			}
			if err := people.SeatPerson(o, tx, t, power,
				roster.Person{Address: p.address, Name: p.name, Language: p.lang}); err != nil {
				return err
			}
		}
		return people.Start(o, tx, t)
	})
}

// settings let a war of several rounds last: bots would else win by the few cities that a short game asks for.
func (o *Options) settings() []rules.Setting {
	if o.Rules != "revised" || o.Rounds == 1 {
		return nil
	}
	return []rules.Setting{{Name: "victory", Value: "total"}}
}

// readGame returns the game as players see it on their boards.
func (d *demo) readGame() (*table, error) {
	var t table
	if err := d.request("game.show", &t.GameView); err != nil {
		return nil, err
	}
	setup, err := (game.Setup{Rules: d.Rules, Options: d.settings()}).Settled()
	if err != nil {
		return nil, err
	}
	if t.rules, err = setup.Set(); err != nil {
		return nil, err
	}
	t.position, err = gamestore.DecodePosition(t.rules.Board, t.Position)
	return &t, err
}

// request asks the office about the game, as a command would.
func (d *demo) request(what string, answer any) error {
	args, err := json.Marshal(gamestore.GameName{Game: Game})
	if err != nil {
		return err
	}
	a := server.Control{Env: d.daemon.Env, Store: d.store}.Serve(context.Background(),
		server.Request{Do: what, Args: args})
	if a.Error != "" {
		return errors.New(a.Error)
	}
	return json.Unmarshal(a.Result, answer)
}

// play runs daemon and players until all have the report of the last turn.
func (d *demo) play(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	imap, smtp := d.town.IMAP(officeAddress), d.town.SMTP(officeAddress)
	fmt.Fprintf(d.Out, "Axis & Allies, %s rules: %d players, %s by mail\n", d.Rules, len(d.cast), rounds(d.Rounds))
	fmt.Fprintf(d.Out, "mail servers on loopback: IMAP %s, SMTP %s\n", imap.Address(), smtp.Address())
	var running sync.WaitGroup
	failed := make(chan error, 1)
	running.Go(func() {
		if err := d.daemon.Run(ctx); err != nil {
			failed <- err
		}
	})
	scenes := make(chan scene)
	for i := range d.cast {
		p := &playing{player: &d.cast[i], town: d.town, dir: filepath.Join(d.Dir, "reports"), rules: d.Rules,
			rounds: d.Rounds, now: d.Now, look: d.readGame, ctx: ctx, scenes: scenes, asked: map[string]int{}}
		running.Go(p.run)
	}
	err := d.watch(ctx, scenes, failed)
	stop()
	running.Wait()
	return err
}

func rounds(n int) string {
	if n == 1 {
		return "one round"
	}
	return fmt.Sprintf("%d rounds", n)
}

// watch prints what happens, until the last report has reached all.
func (d *demo) watch(ctx context.Context, scenes <-chan scene, failed <-chan error) error {
	got := map[string]int{} // readers of each report, by the record it names
	for {
		select {
		case <-ctx.Done():
			return fmt.Errorf("interrupted; the same command goes on with %s", d.Dir)
		case err := <-failed:
			return err
		case <-time.After(quietTime):
			return fmt.Errorf("nothing has happened for %v; see %s", quietTime, filepath.Join(d.Dir, "daemon.log"))
		case s := <-scenes:
			if last := d.printStep(s, got); last {
				return nil
			}
		}
	}
}

// printStep prints a step, and reports whether it was the last.
func (d *demo) printStep(s scene, got map[string]int) (last bool) {
	switch {
	case s.err != nil:
		fmt.Fprintf(d.Out, "  trouble: %v\n", s.err)
	case s.orders != "":
		fmt.Fprintf(d.Out, "%s (%s) sends orders, %s in %s\n", s.who.name, s.who.power, s.who.style,
			s.who.program.Title)
	case !s.report.isReport():
		fmt.Fprintf(d.Out, "  mail to %s: %s\n", s.who.name, s.report.subject)
	default:
		name := s.report.stateName
		got[name]++
		if told := "told " + name; s.who.lang == d.Lang && got[told] == 0 {
			got[told]++
			fmt.Fprintf(d.Out, "  report: %s\n", s.report.subject)
		}
		last := s.report.round() > d.Rounds || s.report.over()
		if last && got[name] == len(d.cast) {
			fmt.Fprintf(d.Out, "all %d players have the last report\n", len(d.cast))
			return true
		}
	}
	return false
}

func (d *demo) printSummary() {
	fmt.Fprintf(d.Out, "\nLook at\n")
	for _, line := range [][2]string{
		{"reports/ADDRESS/NN/mail.html", "what each player got, as his mail program shows it"},
		{"replay.html", "the whole game on one page, for the browser"},
		{"mail/ADDRESS/NNNNNN.eml", "every mail as it went"},
		{"fieldpost.yaml", "for commands: fieldpost game show " + Game + " --config " +
			filepath.Join(d.Dir, "fieldpost.yaml")},
		{"daemon.log", "what the daemon did"},
	} {
		fmt.Fprintf(d.Out, "  %-42s %s\n", filepath.Join(d.Dir, line[0]), line[1])
	}
}

// serve keeps servers and daemon running for a real mail program.
func (d *demo) serve(ctx context.Context) error {
	var err error
	if d.daemon.Socket, err = server.SocketOf("", d.store.Path()).Listen(); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	url, shown, err := web.Show(ctx, "127.0.0.1:0", d.daemon, nil)
	if err != nil {
		stop()
		return err
	}
	defer func() { stop(); <-shown }()
	imap, smtp := d.town.IMAP(officeAddress), d.town.SMTP(officeAddress)
	var who []string
	for _, p := range d.cast {
		who = append(who, p.address)
	}
	fmt.Fprintf(d.Out,
		"\nStill running: IMAP %s, SMTP %s, no encryption; users %s, password %s.\nWrite to %s, look at %s in a browser; Ctrl-C ends it.\n",
		imap.Address(), smtp.Address(), strings.Join(who, ", "), password, officeAddress, url)
	return d.daemon.Run(ctx)
}
