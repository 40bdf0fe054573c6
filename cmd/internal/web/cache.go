package web

import (
	"slices"
	"sync"

	"fieldpost/cmd/internal/server"
	"fieldpost/templates/layout"
)

// cache keeps what was made last and takes long to make: games played again, and reports with their pictures. One thing
// is made at a time, so that pages cannot take the machine from the daemon. The zero value is empty.
type cache struct {
	mu      sync.Mutex
	pasts   recent[string, *server.Past]
	reports recent[reportKey, layout.Mail]
}

// reportKey names a report. Head is that of the game when it was made: a history that was put right gives new reports.
type reportKey struct {
	game, head, lang string
	record           int
}

// How many of each are kept.
const (
	keptPasts   = 4
	keptReports = 12
)

// recent is a short list of things by their keys, the newest last.
type recent[K comparable, V any] []entry[K, V]

type entry[K comparable, V any] struct {
	key   K
	value V
}

// get finds a thing, or makes it and puts it into the place of the oldest.
func (r *recent[K, V]) get(key K, most int, make func() (V, error)) (V, error) {
	if i := slices.IndexFunc(*r, func(e entry[K, V]) bool { return e.key == key }); i >= 0 {
		return (*r)[i].value, nil
	}
	v, err := make()
	if err != nil {
		return v, err
	}
	*r = append(*r, entry[K, V]{key, v})
	*r = slices.Clone((*r)[max(0, len(*r)-most):])
	return v, nil
}

// pastGame is a replayed game at that head.
func (p *Pages) pastGame(game, head string) (*server.Past, error) {
	p.shelf.mu.Lock()
	defer p.shelf.mu.Unlock()
	return p.shelf.pasts.get(game+" "+head, keptPasts, func() (*server.Past, error) { return p.Backend.Past(game) })
}

// mail is a report as it is made by make, if it was not before.
func (p *Pages) mail(key reportKey, make func() (layout.Mail, error)) (layout.Mail, error) {
	p.shelf.mu.Lock()
	defer p.shelf.mu.Unlock()
	return p.shelf.reports.get(key, keptReports, make)
}
