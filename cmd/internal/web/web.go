// Package web is the pages for the referee's browser: the games, how each stands, its turns with their reports, its
// replay, its audit, and how the daemon is. It only shows. It answers GET and HEAD, sets no cookies, takes no input but
// names in the address, and asks only for what anyone may see ([daemon.Public]): there is no key, address, secret or
// closed order that a page could reveal. It listens on this machine only unless the operator says otherwise.
package web

import (
	"log/slog"
	"net/http"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/monitor"
	"fieldpost/cmd/internal/server"
)

// Backend is where the pages get their data. Errors about an unknown game are daemon.ErrNoGame.
type Backend interface {
	Games() ([]gamestore.Summary, error)
	Public(game string) (*server.Public, error)
	Past(game string) (*server.Past, error) // played again from its records: slow
}

// Monitor knows how the daemon is.
type Monitor interface {
	Health() monitor.Health
	ServeHealth(http.ResponseWriter, *http.Request)
	Metrics() http.Handler
}

// Pages are the pages of a daemon.
type Pages struct {
	Backend Backend
	Monitor Monitor
	Hosts   []string // names for browsers, without port, in addition to localhost and loopback addresses
	Log     *slog.Logger

	shelf cache
}

// Handler answers all addresses.
func (p *Pages) Handler() http.Handler {
	mux := http.NewServeMux()
	page := func(path string, policy string, show func(http.ResponseWriter, *http.Request) error) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Security-Policy", policy)
			if err := show(w, r); err != nil {
				p.fail(w, r, err)
			}
		})
	}
	page("/{$}", strict, p.home)
	page("/style.css", strict, file("style.css", "text/css; charset=utf-8"))
	page("/favicon.ico", picture, file("icon.svg", "image/svg+xml"))
	page("/games/{game}", strict, p.game)
	page("/games/{game}/map.svg", picture, p.mapSVG)
	page("/games/{game}/turns", strict, p.turns)
	page("/games/{game}/turns/{record}/{lang}/{$}", letter, p.report)
	page("/games/{game}/turns/{record}/{lang}/{picture}", picture, p.picture)
	page("/games/{game}/replay", program, p.replay)
	page("/games/{game}/audit", strict, p.audit)
	page("/games/{game}/luck", letter, p.luck)
	page("/health", strict, p.health)
	mux.HandleFunc("GET /healthz", p.Monitor.ServeHealth)
	mux.Handle("GET /metrics", p.Monitor.Metrics())
	return p.guard(mux)
}
