package report

import (
	"strings"

	"fieldpost/templates/layout"
)

// proof says how the dice of a report can be checked, and what the check does not prove.
func proof(w writer, v *View) []layout.Block {
	bs := []layout.Block{layout.Heading(w.Text("proof"))}
	if v.Head != "" {
		bs = append(bs, layout.Paragraph(w.Text("proof-head")), layout.Verbatim([]string{v.Head}))
	}
	bs = append(bs, layout.Paragraph(w.Text("tier-"+string(rune('0'+v.Tier)))))
	if items := quotes(w, v.Quoted); len(items) > 0 {
		bs = append(bs, layout.Bullets(items))
	}
	if len(v.Kit) > 0 {
		bs = append(bs, layout.Paragraph(w.Text("proof-kit")), layout.Verbatim(v.Kit))
	}
	if names := fileNames(v.Attached); len(names) > 0 {
		bs = append(bs, layout.Small(w.Text("proof-files", "Files", strings.Join(names, ", "))))
	}
	return bs
}

// quotes says which record each power saw last (TH-12).
func quotes(w writer, qs []Quote) []string {
	var items []string
	for _, q := range qs {
		key := "quoted"
		if !q.Known {
			key = "quoted-unknown"
		}
		items = append(items, w.PowerText(key, q.Power, "Base", short(q.Base)))
	}
	return items
}

// short is the first digits of a hash, for reading only.
func short(hash string) string {
	if len(hash) > 12 {
		return hash[:12] + "…"
	}
	return hash
}

func fileNames(fs []layout.File) []string {
	var names []string
	for _, f := range fs {
		names = append(names, f.Name)
	}
	return names
}
