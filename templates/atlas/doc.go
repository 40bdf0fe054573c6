// Package atlas draws the maps of both boards: a picture of the war as PNG
// (for the mail itself) and as SVG (attached), and the bare geometry for pages
// that draw it themselves.
//
// The areas come from real coastlines (Natural Earth), divided among the spaces once by cmd/internal/dev/mapgen and
// embedded as data; see data/README.md. What the map shows comes in as a Scene, a plain value with all words already in
// the reader's language: the package knows no rules and no positions. The same scene gives the same bytes.
package atlas

//go:generate go run ../../cmd/internal/dev/mapgen ../../cmd/internal/dev/mapgen/revised.txt data/revised.map
//go:generate go run ../../cmd/internal/dev/mapgen ../../cmd/internal/dev/mapgen/europe.txt data/europe.map
