package message

import "strings"

// Bounce is what a delivery report (RFC 3464) says.
type Bounce struct {
	MessageID  string   // of the mail that it is about, "" if not told
	EnvelopeID string   // that was given with the mail (RFC 3461), "" if not told
	Recipients []Failed // in the report's order
}

// Failed is the fate of one recipient.
type Failed struct {
	Address   string // as we addressed it, where the report says so
	Action    string // failed, delayed, delivered, relayed, expanded
	Status    string // 5.1.1 and the like
	Reason    string // the remote server's words, shortened
	Permanent bool   // failed for good: there is no point in trying again
}

// Permanent reports whether any recipient failed for good.
func (b *Bounce) Permanent() bool {
	for _, f := range b.Recipients {
		if f.Permanent {
			return true
		}
	}
	return false
}

// report reads the machine's part of a multipart/report. A read receipt (MDN) has the same form; it only must not be
// answered.
func (w *walker) report(parts []part, kind string) {
	w.letter.Robot = Report
	var b Bounce
	for _, p := range parts[:min(len(parts), w.limits.Parts)] {
		switch media, _ := contentType(p.header); media {
		case "message/delivery-status", "message/global-delivery-status":
			data, _, _ := decode(p, w.limits.Text)
			failed, id := failures(data)
			b.Recipients = append(b.Recipients, failed...)
			b.EnvelopeID = id
		case "message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers":
			data, _, _ := decode(p, w.limits.Text)
			original := newPart(data)
			b.MessageID = firstID(original.header.Get("Message-Id"))
		}
	}
	if len(b.Recipients) > 0 && !strings.EqualFold(kind, "disposition-notification") {
		w.letter.Bounce = &b
	}
}

// failures reads the blocks of fields, one for the mail, which may have the id of its envelope, and one for each
// recipient.
func failures(data []byte) (all []Failed, envelopeID string) {
	for len(data) > 0 && len(all) < 100 {
		block := newPart(data)
		data = block.body
		if block.header.Len() == 0 {
			continue
		}
		if envelopeID == "" {
			envelopeID = firstWord(block.header.Get("Original-Envelope-Id"))
		}
		f := Failed{
			Address: withoutType(block.header.Get("Original-Recipient")),
			Action:  strings.ToLower(oneLine(block.header.Get("Action"))),
			Status:  firstWord(block.header.Get("Status")),
			Reason:  clip(withoutType(block.header.Get("Diagnostic-Code")), 200),
		}
		if f.Address == "" {
			f.Address = withoutType(block.header.Get("Final-Recipient"))
		}
		if f.Address == "" {
			continue
		}
		f.Permanent = f.Action == "failed" && strings.HasPrefix(f.Status, "5")
		all = append(all, f)
	}
	return all, envelopeID
}

// withoutType takes the type off a field of the form "rfc822; value".
func withoutType(field string) string {
	_, value, found := strings.Cut(field, ";")
	if !found {
		value = field
	}
	return oneLine(toUTF8([]byte(value)))
}

func firstWord(s string) string {
	if words := strings.Fields(s); len(words) > 0 {
		return words[0]
	}
	return ""
}
