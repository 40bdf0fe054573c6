package templates

import "strings"

// proof says how the dice of a report can be checked, and what the check does not prove.
func (s *speaker) proof(v *ReportView) []block {
	bs := []block{heading{s.say("proof")}}
	if v.Head != "" {
		bs = append(bs, para{s.say("proof-head")}, verbatim{[]string{v.Head}})
	}
	bs = append(bs, para{s.say("tier-" + string(rune('0'+v.Tier)))})
	if items := s.quotes(v.Quoted); len(items) > 0 {
		bs = append(bs, bullets{items})
	}
	if len(v.Kit) > 0 {
		bs = append(bs, para{s.say("proof-kit")}, verbatim{v.Kit})
	}
	if names := fileNames(v.Attached); len(names) > 0 {
		bs = append(bs, small{s.say("proof-files", "Files", strings.Join(names, ", "))})
	}
	return bs
}

// quotes tells which record each power saw last (TH-12).
func (s *speaker) quotes(qs []Quote) []string {
	var items []string
	for _, q := range qs {
		key := "quoted"
		if !q.Known {
			key = "quoted-unknown"
		}
		items = append(items, s.does(key, q.Power, "Base", short(q.Base)))
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

func fileNames(fs []File) []string {
	var names []string
	for _, f := range fs {
		names = append(names, f.Name)
	}
	return names
}
