package report

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/commands"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
)

// CorrectionView is what a report says of a resolution that was played again because it was wrong.
type CorrectionView struct {
	Record   int // the turn record that was corrected
	Who      local.Participant
	Consents []local.Participant
	Edits    []order.Edit // of the position in which it began
	Dice     []StandView
	Undone   []string // later resolutions of the turn that could not be played again
}

// StandView is what happened to one roll of the old resolution, or a roll that there was not before.
type StandView struct {
	Label  string
	Dice   []int  // as they fell; none: the roll is new
	Reason string // why they do not stand, a reason of package correct; "": they stand
	Now    []int  // what fell instead
}

// correction says what was put right and which dice stand.
func (b *Builder) correction(c *CorrectionView) []layout.Block {
	if c == nil {
		return nil
	}
	bs := []layout.Block{layout.Heading(b.Text("corrected")),
		layout.Paragraph(b.Text("corrected-what", "Record", strconv.Itoa(c.Record), "Who", b.Participant(c.Who)))}
	if len(c.Consents) > 0 {
		bs = append(bs, layout.Paragraph(b.Text("agreed-by", "Whom", b.Participants(c.Consents))))
	}
	if len(c.Edits) > 0 {
		bs = append(bs, layout.Paragraph(b.Text("corrected-edits")),
			layout.Verbatim(commands.FormatEdits(c.Edits, b.Lang, b.Board)))
	}
	if len(c.Dice) > 0 {
		bs = append(bs, b.standTable(c.Dice), layout.Small(b.Text("corrected-note")))
	}
	if len(c.Undone) > 0 {
		bs = append(bs, layout.Paragraph(b.Text("corrected-undone")), layout.Verbatim(c.Undone))
	}
	return bs
}

// standTable returns the table of the dice of a corrected resolution.
func (b *Builder) standTable(dice []StandView) layout.Block {
	t := &layout.Table{Align: "lll", Head: []string{b.Text("stand-roll"), b.Text("stand-dice"), b.Text("stand-what")}}
	for _, d := range dice {
		what := b.Text("stand-stands")
		switch {
		case len(d.Dice) == 0:
			what = b.Text("stand-new", "Now", faces(d.Now))
		case d.Reason != "" && len(d.Now) > 0:
			what = b.Text("stand-anew", "Why", b.reason(d.Reason), "Now", faces(d.Now))
		case d.Reason != "":
			what = b.Text("stand-void", "Why", b.reason(d.Reason))
		}
		t.Add(d.Label, faces(d.Dice), what)
	}
	return t
}

// reason is why a roll does not stand.
func (b *Builder) reason(why string) string {
	for _, r := range correct.Reasons() {
		if string(r) == why {
			return b.Text("void-" + strings.ReplaceAll(why, " ", "-"))
		}
	}
	return why
}

func faces(dice []int) string {
	words := make([]string, len(dice))
	for i, d := range dice {
		words[i] = strconv.Itoa(d)
	}
	return strings.Join(words, " ")
}
