package enclosure

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
)

// Evidence is the file with the exact texts that a mail brings, as its first lines describe it.
type Evidence struct {
	Game   string
	File   string     // its name
	Head   string     // hash of the newest record, 64 hex digits
	Record string     // one of the records in it, without .txt, as an example; "" if it has none
	Roll   *dice.Roll // the first of that record; nil: it has none
}

// Comment is what stands before the first text: what the file is, and how it is checked, with the shell lines that
// take the record out and roll its first dice again. Nothing in it is hashed.
func (e Evidence) Comment(lang syntax.Lang) (string, error) {
	w, err := local.NewTexts(lang)
	if err != nil {
		return "", err
	}
	what := w.Text("evidence-what", "Game", e.Game)
	if e.Record == "" {
		what = w.Text("evidence-texts", "Game", e.Game)
	}
	lines := append(layout.Wrap(what, "", ""), layout.Wrap(w.Text("evidence-verify"), "", "")...)
	lines = append(lines, "  fieldpost verify "+e.File, "")
	if e.Record != "" {
		lines = append(lines, layout.Wrap(w.Text("evidence-record", "Record", e.Record+".txt"), "", "")...)
		lines = append(lines, "  R="+e.Record, `  tr -d '\r' < `+e.File+" |",
			`    sed -n "/^-- $R.txt --\$/,/^-- /{/^-- /!p;}" > $R.txt`, "")
	}
	if e.Roll != nil {
		lines = append(lines, layout.Wrap(w.Text("evidence-die"), "", "")...)
		lines = append(lines, `  printf 'pbd1 dice\n`+e.Roll.Label.String()+`\n0\n' |`,
			`    openssl dgst -sha256 -mac HMAC -binary \`,
			`    -macopt "hexkey:$(sed -n 's/^seed //p' $R.txt)" |`,
			`    od -An -v -tu1 | tr -s ' ' '\n' |`,
			fmt.Sprintf(`    awk 'NF && $1<%d {printf "%%d ", $1%%%d+1}'`, 256-256%e.Roll.Sides, e.Roll.Sides), "")
	}
	lines = append(lines, layout.Wrap(w.Text("evidence-head"), "", "")...)
	lines = append(lines, "  "+e.Head, "")
	return strings.Join(lines, "\n"), w.Err()
}
