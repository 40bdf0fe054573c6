package templates

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/edit"
	"fieldpost/orders"
)

// The kinds of mails about what the referee does to a running game. Who does it; Whom: those who agreed, or are asked.
const (
	Announced        Kind = "announced"         // to all; Lines: the words
	Ruled            Kind = "ruled"             // to all; Word: the case, Lines: the words
	Edited           Kind = "edited"            // to all; Lines: the edits
	RolledBack       Kind = "rolled-back"       // to all; Undone
	Foreseen         Kind = "foreseen"          // to who asked what an act would do; Lines: the act, Undone
	WaitsReferee     Kind = "waits-referee"     // orders while the game waits for the referee
	WentOn           Kind = "went-on"           // to all: the game does not wait for the referee any more
	ActRefused       Kind = "act-refused"       // Word: why, a reason of package umpire or of ours; Have: a record
	Proposed         Kind = "proposed"          // to all; Have: its number, Lines: what is to be done, Motion
	ProposalAgreed   Kind = "proposal-agreed"   // to all; Have, Lines
	ProposalRejected Kind = "proposal-rejected" // to all; Have, Lines
	ProposalLapsed   Kind = "proposal-lapsed"   // to all; Have, Lines
	ProposalVoid     Kind = "proposal-void"     // to all: agreed to, but impossible as the game stands now; Have, Lines
	ProposalAnswered Kind = "proposal-answered" // the answer to a word about a proposal; Have
	NoProposal       Kind = "no-proposal"       // Word: the number that none has
	NotAsked         Kind = "not-asked"         // Have: the proposal about which the sender is not asked
)

func refereeKinds() []Kind {
	return []Kind{Announced, Ruled, Edited, RolledBack, Foreseen, WaitsReferee, WentOn, ActRefused, Proposed, ProposalAgreed, ProposalRejected, ProposalLapsed, ProposalVoid,
		ProposalAnswered, NoProposal, NotAsked}
}

// UndoneView is what an act of the referee takes back.
type UndoneView struct {
	Goes    []string    // that do not stand any more
	Again   []string    // that are played again
	Edits   []string    // of the referee, in the reader's language, each with its record
	Waiting board.Power // whose orders waited and are off; Nobody: none
}

// undone lists what is taken back.
func (s *speaker) undone(l *letter, u *UndoneView) {
	if u == nil {
		return
	}
	if len(u.Goes) > 0 {
		l.add(para{s.say("undone-goes")}, verbatim{u.Goes})
	}
	if len(u.Again) > 0 {
		l.add(para{s.say("undone-again")}, verbatim{u.Again})
	}
	if len(u.Edits) > 0 {
		l.add(para{s.say("undone-edits")}, verbatim{u.Edits})
	}
	if u.Waiting != board.Nobody {
		l.add(para{s.say("undone-waiting", "Of", s.of(u.Waiting))})
	}
	if len(u.Goes)+len(u.Again)+len(u.Edits) == 0 && u.Waiting == board.Nobody {
		l.add(para{s.say("undone-nothing")})
	}
}

// MotionView is what a reader is told of a proposal beside its lines.
type MotionView struct {
	Until time.Time // when it lapses; zero: never
	Zone  *time.Location
	Asked bool // the reader has yet to answer
}

// refusals are the reasons of ActRefused; the catalogue says each as "refused-…".
var refusals = []string{"over", "locked", "tier-two", "no-such-turn", "nothing-to-undo", "not-last", "deal", "unchanged", "corrections-off", "no-words"}

// refusal is the reason of ActRefused in words.
func (s *speaker) refusal(v NoteView) string {
	if v.Kind != ActRefused || !slices.Contains(refusals, v.Word) {
		return ""
	}
	return s.say("refused-"+v.Word, "Record", strconv.Itoa(max(0, v.Have-1)))
}

// refereeBody is what mails about the referee's acts say beyond their sentences.
func (s *speaker) refereeBody(l *letter, v NoteView) {
	if len(v.Lines) > 0 {
		l.add(verbatim{v.Lines})
	}
	s.undone(l, v.Undone)
	switch v.Kind {
	case Ruled:
		l.add(small{s.say("ruled-note")})
	case Edited:
		l.add(para{s.say("edited-note")})
	case RolledBack:
		l.add(para{s.say("rolled-back-note")})
	}
	if len(v.Whom) > 0 && (v.Kind == Edited || v.Kind == RolledBack) {
		l.add(para{s.say("agreed-by", "Whom", s.parties(v.Whom))})
	}
	m := v.Motion
	if v.Kind != Proposed || m == nil {
		return
	}
	if !m.Until.IsZero() {
		l.add(para{s.say("proposal-until", "When", s.when(m.Until, m.Zone))})
	}
	if m.Asked {
		which := s.say("proposal-word") + " " + strconv.Itoa(v.Have)
		yes, no := orders.Speech{What: "approve", Text: which}, orders.Speech{What: "reject", Text: which}
		l.add(para{s.say("proposal-how", "Yes", orders.FormatCommand(yes, s.lang, s.b), "No", orders.FormatCommand(no, s.lang, s.b))})
	}
}

// CorrectionView is what a report tells of a go that was played again because it was wrong.
type CorrectionView struct {
	Record   int // the turn record that was corrected
	Who      Party
	Consents []Party
	Edits    []edit.Edit // of the position in which it began
	Dice     []StandView
	Undone   []string // later goes of the turn that could not be played again
}

// StandView is what became of one roll of the old go, or a roll that there was not before.
type StandView struct {
	Label  string
	Dice   []int  // as they fell; none: the roll is new
	Reason string // why they do not stand, a reason of package correct; "": they stand
	Now    []int  // what fell instead
}

// correction tells what was put right and which dice stand.
func (s *speaker) correction(c *CorrectionView) []block {
	if c == nil {
		return nil
	}
	bs := []block{heading{s.say("corrected")}, para{s.say("corrected-what", "Record", strconv.Itoa(c.Record), "Who", s.party(c.Who))}}
	if len(c.Consents) > 0 {
		bs = append(bs, para{s.say("agreed-by", "Whom", s.parties(c.Consents))})
	}
	if len(c.Edits) > 0 {
		bs = append(bs, para{s.say("corrected-edits")}, verbatim{orders.FormatEdits(c.Edits, s.lang, s.b)})
	}
	if len(c.Dice) > 0 {
		bs = append(bs, s.stands(c.Dice), small{s.say("corrected-note")})
	}
	if len(c.Undone) > 0 {
		bs = append(bs, para{s.say("corrected-undone")}, verbatim{c.Undone})
	}
	return bs
}

// stands is the table of the dice of a corrected go.
func (s *speaker) stands(dice []StandView) block {
	t := &table{align: "lll", head: []string{s.say("stand-roll"), s.say("stand-dice"), s.say("stand-what")}}
	for _, d := range dice {
		what := s.say("stand-stands")
		switch {
		case len(d.Dice) == 0:
			what = s.say("stand-new", "Now", faces(d.Now))
		case d.Reason != "" && len(d.Now) > 0:
			what = s.say("stand-anew", "Why", s.reason(d.Reason), "Now", faces(d.Now))
		case d.Reason != "":
			what = s.say("stand-void", "Why", s.reason(d.Reason))
		}
		t.add(d.Label, faces(d.Dice), what)
	}
	return t
}

// reason is why a roll does not stand.
func (s *speaker) reason(why string) string {
	for _, r := range correct.Reasons() {
		if string(r) == why {
			return s.say("void-" + strings.ReplaceAll(why, " ", "-"))
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

// rulings lists what the referee has decided about the rules in this game.
func (s *speaker) rulings(lines []string) []block {
	if len(lines) == 0 {
		return nil
	}
	return []block{heading{s.say("rulings")}, bullets{lines}}
}
