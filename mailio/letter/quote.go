package letter

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
var footer = regexp.MustCompile(`(?i)^((sent|gesendet|sendt|skickat|envoyé|verzonden|inviato|enviado) (from|via|mit|von|fra|med|från|de|depuis|vanaf|da|desde|using) ` +
	`(my |meinem |der |min |mein |mon |mijn |il mio |mi |the )?(iphone|ipad|galaxy|samsung|android|huawei|xiaomi|outlook|mail|yahoo|proton|gmx|web\.de|k-9|fairemail|blackberry|mobil|phone|handy|smartphone|telefon|windows).{0,80}` +
	`|von meinem .{1,40} gesendet\.?|(get|hent|holen sie sich|hol dir|download|laden sie) outlook (for|til|für) .{0,80}` +
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

// The words with which programs introduce an older mail. They are matched on unquoted lines
// only, and never decide anything by themselves.
var (
	wrote = regexp.MustCompile(`(?i)^(on|am|den|d\.|le|il|el|op|dne|den|på) .{4,200}(wrote|schrieb|skrev|a écrit|ha scritto|escribió|schreef|napsal)( .{0,80})?:$`)
	lines = regexp.MustCompile(`(?i)^(.{2,80} (schrieb am|skrev den) .{4,60}:|-+ ?(original message|ursprüngliche nachricht|original-nachricht|oprindelig meddelelse|original besked|opprinnelig melding) ?-+|_{20,})$`)
	field = regexp.MustCompile(`(?i)^(from|von|fra|de): .*\S`)
	sent  = regexp.MustCompile(`(?i)^(sent|gesendet|sendt|date|datum|dato|envoyé|to|an|til): .*\S`)
	fwd   = regexp.MustCompile(`(?i)^(-+ ?(forwarded message|weitergeleitete nachricht|videresendt (meddelelse|besked|mail)) ?-+|(begin forwarded message|anfang der weitergeleiteten nachricht|start på videresendt besked):)$`)
)

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
		switch {
		case fwd.MatchString(line):
			return Hint{Line: i + 1, Forwarded: true}
		case lines.MatchString(line), wrote.MatchString(line), wrote.MatchString(line + " " + next),
			field.MatchString(line) && sent.MatchString(next):
			return Hint{Line: i + 1}
		}
	}
	return Hint{}
}
