package report

import "fieldpost/templates/layout"

// proof says which record is the newest and that the attached file proves the dice. The mail that begins the game says
// too what such a proof does not stop.
func proof(w writer, v *View) []layout.Block {
	bs := []layout.Block{layout.Heading(w.Text("proof"))}
	if v.opens() {
		bs = append(bs, layout.Paragraph(w.Text("tier-"+string(rune('0'+v.Tier)))))
	}
	if items := quotes(w, v.Quoted); len(items) > 0 {
		bs = append(bs, layout.Bullets(items))
	}
	if v.Head != "" {
		bs = append(bs, layout.Paragraph(w.Text("proof-head", "Tier", w.Count(v.Tier))))
		bs = append(bs, layout.Verbatim([]string{v.Head}))
	}
	if len(v.Kit) > 0 {
		bs = append(bs, layout.Paragraph(w.Text("proof-kit")), layout.Verbatim(v.Kit))
	}
	if len(v.Evidence) > 0 {
		bs = append(bs, layout.Paragraph(w.Text("proof-file")))
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
