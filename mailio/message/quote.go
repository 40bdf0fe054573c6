package message

import (
	"regexp"
	"strings"
)

// cutSignature cuts from the signature mark "-- " on. HTML has lost the blank behind the two
// dashes, so there "--" alone counts. It returns the number of lines that fell away.
func cutSignature(text string, bare bool) (string, int) {
	pos := 0
	for line := range strings.Lines(text) {
		mark := strings.TrimSuffix(line, "\n")
		if mark == "-- " || bare && mark == "--" {
			return text[:pos], strings.Count(strings.TrimRight(text[pos:], "\n"), "\n") + 1
		}
		pos += len(line)
	}
	return text, 0
}

// footer knows the advertising lines that phones put under a mail without a signature mark.
var footer = regexp.MustCompile(`(?i)^((sent|gesendet|sendt|skickat|envoyé|verzonden|inviato|enviado) (from|via|with|mit|von|fra|med|från|de|depuis|vanaf|da|desde|using) ` +
	`(my |meinem |der |min |mein |mon |mijn |il mio |mi |the )?(iphone|ipad|galaxy|samsung|android|huawei|xiaomi|outlook|mail|yahoo|proton|gmx|web\.de|k-9|fairemail|blackberry|mobil|phone|handy|smartphone|telefon|windows).{0,80}` +
	`|von (mein|yahoo|outlook|gmx|web\.de|proton).{1,60} gesendet\.?|outlook für .{1,80} beziehen|(get|hent|holen sie sich|hol dir|download|laden sie) outlook (for|til|für) .{0,80}` +
	`|diese nachricht wurde von meinem .{1,60} gesendet\.?)$`)

// cutFooters leaves such lines out where they are not quoted.
func cutFooters(text string) (string, int) {
	var b strings.Builder
	cut := 0
	for line := range strings.Lines(text) {
		if footer.MatchString(strings.TrimSpace(line)) {
			cut++
			continue
		}
		b.WriteString(line)
	}
	return b.String(), cut
}

const (
	armourBegin = "-----BEGIN PGP SIGNED MESSAGE-----"
	armourSig   = "-----BEGIN PGP SIGNATURE-----"
	armourEnd   = "-----END PGP SIGNATURE-----"
)

// stripArmour takes the frame of a clear-signed text away (RFC 9580, 7) and undoes its dash
// escaping. It returns the number of lines taken away, 0 if the text has no such frame.
func stripArmour(text string) (string, int) {
	if !strings.Contains(text, armourBegin) || !strings.Contains(text, armourSig) {
		return text, 0
	}
	var b strings.Builder
	cut := 0
	const outside, head, signed, signature = 0, 1, 2, 3
	state := outside
	for line := range strings.Lines(text) {
		mark := strings.TrimRight(line, " \n")
		switch {
		case mark == armourBegin:
			state = head
		case state == head:
			if mark == "" {
				state = signed
			}
		case state == signed && mark == armourSig:
			state = signature
		case state == signature:
			if mark == armourEnd {
				state = outside
			}
		default:
			if state == signed {
				line = strings.TrimPrefix(line, "- ")
			}
			b.WriteString(line)
			continue
		}
		cut++
	}
	return b.String(), cut
}

const (
	keyBegin = "-----BEGIN PGP PUBLIC KEY BLOCK-----"
	keyEnd   = "-----END PGP PUBLIC KEY BLOCK-----"
)

// cutKeys takes OpenPGP public keys out of a text and adds them to those that were found before.
func cutKeys(text string, keys []string) (string, []string) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, keyBegin)
		key, after, whole := strings.Cut(rest, keyEnd)
		if !found || !whole {
			b.WriteString(text)
			return b.String(), keys
		}
		b.WriteString(before)
		keys = append(keys, keyBegin+key+keyEnd+"\n")
		text = after
	}
}

// The words with which programs introduce an older mail. They are matched on unquoted lines
// only, and never decide anything by themselves.
var (
	introWrote   = regexp.MustCompile(`(?i)^(on|am|den|d\.|le|il|el|op|dne|den|på) .{4,200}(wrote|schrieb|geschrieben|skrev|a écrit|ha scritto|escribió|schreef|napsal)( .{0,80})?:$`)
	introLine    = regexp.MustCompile(`(?i)^(.*\d.* (wrote|schrieb|skrev) .{3,120}:|.{2,80} (schrieb am|skrev den) .{4,60}:|-+ ?(original message|ursprüngliche nachricht|original-nachricht|(oprindelig|original) (meddelelse|besked|mail)|opprinnelig melding) ?-+|_{20,})$`)
	fieldFrom    = regexp.MustCompile(`(?i)^(from|von|fra|de): .*\S`)
	fieldSent    = regexp.MustCompile(`(?i)^(sent|gesendet|sendt|date|datum|dato|envoyé|to|an|til): .*\S`)
	fieldAny     = regexp.MustCompile(`(?i)^(from|von|fra|de|sent|gesendet|sendt|date|datum|dato|envoyé|to|an|til|cc|kopie|subject|betreff|emne|reply-to|importance|priority|wichtigkeit): `)
	introForward = regexp.MustCompile(`(?i)^(-+ ?(forwarded message|weitergeleitete nachricht|videresendt (meddelelse|besked|mail)) ?-+|(begin forwarded message|anfang der weitergeleiteten nachricht|start på videresendt besked):)$`)
)

// Introduces reports whether a line is one of those with which programs introduce an older mail, or tell its fields.
func Introduces(line string) bool {
	line = strings.TrimSpace(line)
	return introForward.MatchString(line) || introLine.MatchString(line) || introWrote.MatchString(line) ||
		fieldAny.MatchString(line)
}

// findHint looks for such words, which may be wrapped over two lines.
func findHint(text string) Hint {
	all := strings.Split(text, "\n")
	for i, line := range all {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, ">") || len(line) > 400 {
			continue
		}
		next := ""
		if i+1 < len(all) {
			next = strings.TrimSpace(all[i+1])
		}
		hint := Hint{Line: i + 1, Lines: 1}
		switch {
		case introForward.MatchString(line):
			hint.Forwarded = true
			return hint
		case introLine.MatchString(line), introWrote.MatchString(line):
			return hint
		case fieldFrom.MatchString(line) && fieldSent.MatchString(next),
			fieldSent.MatchString(line) && fieldFrom.MatchString(next):
			for hint.Lines = 2; i+hint.Lines < len(all) && fieldAny.MatchString(strings.TrimSpace(all[i+hint.Lines])); {
				hint.Lines++
			}
			return hint
		case introWrote.MatchString(line + " " + next):
			hint.Lines = 2
			return hint
		}
	}
	return Hint{}
}

// Own is the text without what it seems to quote: quoted lines are left empty, and so is the
// hint; if nothing is marked as quoted, all from the hint on is the older mail. The numbers of
// the lines stay. It rests on the hint, so it may be wrong; Body is what the mail says.
func (t Text) Own() string {
	all := strings.Split(t.Body, "\n")
	first, last := t.Hint.Line-1, t.Hint.Line-1+t.Hint.Lines
	for i, line := range all {
		switch {
		case strings.HasPrefix(line, ">"), t.Hint.Line > 0 && i >= first && i < last:
			all[i] = ""
		case t.Hint.Line > 0 && i >= last && (t.Quoted == 0 || t.Hint.Forwarded):
			all[i] = ""
		}
	}
	own := strings.TrimRight(strings.Join(all, "\n"), "\n")
	if own == "" {
		return ""
	}
	return own + "\n"
}
