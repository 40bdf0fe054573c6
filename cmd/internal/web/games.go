package web

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/monitor"
	"fieldpost/cmd/internal/server"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
	"fieldpost/templates/replaypage"
	"fieldpost/templates/report"
)

//go:embed pages.gohtml style.css icon.svg
var files embed.FS

var pages = template.Must(template.New("pages").Funcs(template.FuncMap{
	"moment": func(t time.Time) string { return t.UTC().Format("2 Jan 2006 15:04 UTC") },
	"short":  func(hash string) string { return hash[:min(16, len(hash))] },
}).ParseFS(files, "pages.gohtml"))

// languages are those in which reports can be read, with their own names.
var languages = []language{{syntax.English, "English"}, {syntax.German, "Deutsch"}, {syntax.Danish, "Dansk"}}

type language struct {
	Code syntax.Lang
	Name string
}

// writePage writes one of the pages proper. It is rendered as a whole before the first byte is sent, so that an error
// can still be reported.
func writePage(w http.ResponseWriter, name string, v any) error {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, v); err != nil {
		return err
	}
	return send(w, "text/html; charset=utf-8", b.Bytes())
}

func send(w http.ResponseWriter, kind string, content []byte) error {
	w.Header().Set("Content-Type", kind)
	w.Write(content) // a reader who has gone needs no answer
	return nil
}

// file shows one of our files.
func file(name, kind string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, _ *http.Request) error {
		content, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		return send(w, kind, content)
	}
}

// home lists the games.
func (p *Pages) home(w http.ResponseWriter, _ *http.Request) error {
	games, err := p.Backend.Games()
	if err != nil {
		return err
	}
	return writePage(w, "home", struct {
		Title  string
		Games  []gamestore.Summary
		Health monitor.Health
	}{"Games", games, p.Monitor.Health()})
}

// health is how the daemon is, for people.
func (p *Pages) health(w http.ResponseWriter, _ *http.Request) error {
	return writePage(w, "health", struct {
		Title  string
		Health monitor.Health
	}{"Health", p.Monitor.Health()})
}

// game is a game as it stands.
func (p *Pages) game(w http.ResponseWriter, r *http.Request) error {
	g, err := p.Backend.Public(r.PathValue("game"))
	if err != nil {
		return err
	}
	tables, err := report.Tables(g.Set, g.Position, syntax.English)
	if err != nil {
		return err
	}
	return writePage(w, "game", struct {
		Title string
		*server.Public
		Tables []report.Table
	}{g.Name, g, tables})
}

// mapSVG is the map of a game as it stands.
func (p *Pages) mapSVG(w http.ResponseWriter, r *http.Request) error {
	g, err := p.Backend.Public(r.PathValue("game"))
	if err != nil {
		return err
	}
	v := report.View{Reader: reader.Reader{Game: g.Name, Rules: g.Set, Pos: g.Position}, Asked: !g.Started.IsZero()}
	svg, err := report.MapSVG(v, syntax.English)
	if err != nil {
		return err
	}
	return send(w, "image/svg+xml", svg)
}

// turns lists what was played, one resolution after the other, with a report in each language of the game's
// participants.
func (p *Pages) turns(w http.ResponseWriter, r *http.Request) error {
	g, past, err := p.replayGame(r)
	if err != nil {
		return err
	}
	return writePage(w, "turns", struct {
		Title     string
		Name      string
		Goes      []*game.Resolution
		Languages []language
	}{g.Name + ": turns", g.Name, past.Game.Resolutions, languagesOf(g.Seats)})
}

// languagesOf returns the languages of the seats, English if none is known.
func languagesOf(seats []server.PublicSeat) []language {
	list := slices.DeleteFunc(slices.Clone(languages), func(l language) bool {
		return !slices.ContainsFunc(seats, func(s server.PublicSeat) bool { return s.Language == string(l.Code) })
	})
	if len(list) == 0 {
		return languages[:1]
	}
	return list
}

// replayGame finds a game and plays it again.
func (p *Pages) replayGame(r *http.Request) (*server.Public, *server.Past, error) {
	g, err := p.Backend.Public(r.PathValue("game"))
	if err != nil {
		return nil, nil, err
	}
	past, err := p.pastGame(g.Name, g.Head)
	return g, past, err
}

// replay is the page of package replaypage, in the language that the address asks for.
func (p *Pages) replay(w http.ResponseWriter, r *http.Request) error {
	_, past, err := p.replayGame(r)
	if err != nil {
		return err
	}
	lang := syntax.English
	if l, ok := languageOf(r.URL.Query().Get("lang")); ok {
		lang = l
	}
	page, err := replaypage.Page(replaypage.Of(past.Game, lang))
	if err != nil {
		return err
	}
	return send(w, "text/html; charset=utf-8", page)
}

func languageOf(code string) (syntax.Lang, bool) {
	i := slices.IndexFunc(languages, func(l language) bool { return string(l.Code) == code })
	if i < 0 {
		return "", false
	}
	return languages[i].Code, true
}

// audit shows the result of playing the game again, and how lucky each power was.
func (p *Pages) audit(w http.ResponseWriter, r *http.Request) error {
	g, past, err := p.replayGame(r)
	if err != nil {
		return err
	}
	return writePage(w, "audit", struct {
		Title string
		Name  string
		*server.Past
	}{g.Name + ": audit", g.Name, past})
}

// luck is the page that `fieldpost audit --html` writes.
func (p *Pages) luck(w http.ResponseWriter, r *http.Request) error {
	_, past, err := p.replayGame(r)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := past.Luck.HTML(&b); err != nil {
		return err
	}
	return send(w, "text/html; charset=utf-8", b.Bytes())
}

// report shows a report as it was mailed, but without a reader: no greeting, no key, no order form.
func (p *Pages) report(w http.ResponseWriter, r *http.Request) error {
	m, err := p.reportMail(r)
	if err != nil {
		return err
	}
	html := m.HTML
	for _, f := range m.Inline {
		html = strings.ReplaceAll(html, `"cid:`+f.CID+`"`, `"`+f.Name+`"`)
	}
	return send(w, "text/html; charset=utf-8", []byte(html))
}

// picture is one of the pictures in a report.
func (p *Pages) picture(w http.ResponseWriter, r *http.Request) error {
	m, err := p.reportMail(r)
	if err != nil {
		return err
	}
	for _, f := range m.Inline {
		if f.Name == r.PathValue("picture") {
			return send(w, f.Type, f.Data)
		}
	}
	return errNotFound
}

// reportMail returns the report of the resolution and language that the address names.
func (p *Pages) reportMail(r *http.Request) (layout.Mail, error) {
	g, past, err := p.replayGame(r)
	if err != nil {
		return layout.Mail{}, err
	}
	lang, known := languageOf(r.PathValue("lang"))
	i := slices.IndexFunc(past.Game.Resolutions, func(x *game.Resolution) bool {
		return strconv.Itoa(x.Turn) == r.PathValue("record")
	})
	if i < 0 || !known {
		return layout.Mail{}, errNotFound
	}
	key := reportKey{game: g.Name, head: g.Head, lang: string(lang), record: past.Game.Resolutions[i].Turn}
	return p.mail(key, func() (layout.Mail, error) { return report.Report(reportView(g, past, i), lang) })
}

// reportView returns what the report of a resolution says to all readers alike.
func reportView(g *server.Public, past *server.Past, i int) report.View {
	x, more := past.Game.Resolutions[i], past.Goes[i]
	return report.View{
		Reader: reader.Reader{Game: g.Name, Rules: past.Game.Rules, Pos: x.Position, Awaited: more.Awaited,
			Power: board.Nobody},
		Before: x.Before, Events: event.Report(past.Game.Rules.Board, x.Events), Head: more.Head, Tier: g.Tier,
		Kit: more.Kit, Page: true,
	}
}
