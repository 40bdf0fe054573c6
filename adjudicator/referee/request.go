package referee

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
)

// Request is all that one mail wants done to a running game: settings, going back, then a correction or edits. It is
// done as a whole or not at all.
type Request struct {
	Back   *Moment
	Wrong  *Moment // what is played again, with what Change makes of it
	Change func(*game.Resolution) (Change, error)
	Policy correct.Policy // which dice stand then
	Edits  []order.Edit   // of the position; where something is played again, of that in which it began
}

// Done is the result of a motion; what it did not want is nil.
type Done struct {
	Undone    *Undone
	Edited    *Edited
	Corrected *Corrected
}

// Do carries a motion out: going back, then a correction or edits. The error is a [*Refusal] or that of Change.
func (s *Session) Do(who Actor, m Request) (done Done, err error) {
	if m.Back != nil {
		out, err := s.RollBack(who, *m.Back)
		if err != nil {
			return done, err
		}
		done.Undone = &out
	}
	switch {
	case m.Wrong != nil:
		out, err := s.playAgain(who, m)
		if err != nil {
			return done, err
		}
		done.Corrected = &out
	case len(m.Edits) > 0:
		out, err := s.Edit(who, m.Edits)
		if err != nil {
			return done, err
		}
		done.Edited = &out
	}
	return done, nil
}

// playAgain carries a motion's correction out.
func (s *Session) playAgain(who Actor, m Request) (Corrected, error) {
	wrong, err := s.Find(*m.Wrong)
	if err != nil {
		return Corrected{}, err
	}
	change, err := m.Change(wrong)
	if err != nil {
		return Corrected{}, err
	}
	change.Edits = m.Edits
	return s.Correct(who, wrong, change, m.Policy)
}

// Requester is who asks for a motion, as far as it decides who must agree.
type Requester struct {
	ByReferee  bool
	Power      board.Power // of a player who asks
	Correction bool        // of the orders of Corrected
	Corrected  board.Power
}

// Participants is who plays in a game, as far as it decides who must agree.
type Participants struct {
	Board    *board.Board
	Settings game.Settings
	Taken    []string      // roles of seats that are taken
	Referee  bool          // there is a referee who can be asked
	Plays    []board.Power // that the referee plays themselves
}

// MustAgree returns the roles that must agree to a motion.
func (t Participants) MustAgree(w Requester) []string {
	byConsent := w.Correction && t.Settings.Get("corrections") == "consent"
	needed := t.Settings.NeedsConsent(len(t.Plays) > 0)
	if w.ByReferee {
		switch {
		case !byConsent && !needed:
			return nil
		case byConsent && len(t.Plays) == 0:
			return game.Others(t.Board, t.Taken, w.Corrected)
		}
		return game.Others(t.Board, t.Taken, t.Plays...)
	}
	others := game.Others(t.Board, t.Taken, w.Power)
	switch {
	case byConsent || !t.Referee:
		return others
	case needed:
		return append(others, game.RefereeRole)
	}
	return []string{game.RefereeRole}
}
