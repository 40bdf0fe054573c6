package web

import (
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"

	"fieldpost/cmd/internal/server"
)

// What a page may load and do. All begin with nothing at all, and no page may be framed or send a form. The pages
// proper have one style sheet and pictures of this server. Reports carry their styles in the tags, as mails do. The
// replay is one program in one file; it runs in a sandbox, as if it came from nowhere.
const (
	nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	strict  = nothing + "; style-src 'self'; img-src 'self'"
	letter  = nothing + "; style-src 'unsafe-inline'; img-src 'self'"
	picture = nothing + "; style-src 'unsafe-inline'; sandbox"
	program = nothing + "; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; sandbox allow-scripts"
)

// guard lets only harmless requests through, and tells the browser to trust the answers as little as possible.
func (p *Pages) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", nothing)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "these pages only show: GET and HEAD", http.StatusMethodNotAllowed)
		case !p.isOwnHost(r.Host):
			http.Error(w,
				"this is not the name of this server; the setting http_hosts lists names under which it may be asked",
				http.StatusMisdirectedRequest)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// isOwnHost reports whether a request names this server. A foreign page whose name was made to lead here (DNS
// rebinding) names its own.
func (p *Pages) isOwnHost(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	if ip := net.ParseIP(name); ip != nil {
		return true // an address cannot be made to lead elsewhere
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	return name == "localhost" || slices.ContainsFunc(p.Hosts, func(h string) bool {
		return strings.EqualFold(h, name)
	})
}

// errNotFound says that there is no such page.
var errNotFound = errors.New("there is no such page")

// fail answers an error. What the reader has not caused goes to the log, not to the page.
func (p *Pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, errNotFound) || errors.Is(err, server.ErrNoGame) {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	p.Log.Error("page cannot be shown", "path", r.URL.Path, "error", err)
	http.Error(w, "this page cannot be shown; the log says why", http.StatusInternalServerError)
}
