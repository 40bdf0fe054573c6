package game

import (
	"testing"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
)

// TestPunctualityIsToldByTheRecords goes through a little history: the USSR in time, Germany late, Germany's next turn
// played at its deadline without a mail.
func TestPunctualityIsToldByTheRecords(t *testing.T) {
	t.Parallel()
	at := func(h float64) time.Time { return monday.Add(time.Duration(h * float64(time.Hour))) }
	var entries []history.Entry
	add := func(h float64, b history.Body) int {
		e := history.Entry{}
		e.Seq, e.Time, e.Body = len(entries), at(h), b
		entries = append(entries, e)
		return e.Seq
	}
	intakes := map[int]history.Intake{}
	until := func(role string, h float64) *history.Clock {
		return &history.Clock{Action: history.ClockSet, Role: role, Deadline: at(h).UTC().Format(time.RFC3339)}
	}
	goes := func(role string, h float64, mails ...float64) {
		add(h, &history.Lock{Orders: []dice.OrderRef{{Role: "JPN", Kind: dice.StandingOrders}, {Role: role, Kind: dice.TurnOrders}}})
		seq := add(h, &history.Turn{})
		intakes[seq] = history.Intake{{Role: "JPN", Time: at(h)}}
		for _, m := range mails {
			intakes[seq] = append(intakes[seq], history.Arrival{Role: role, Time: at(m)})
		}
	}
	add(0, &history.Genesis{Roles: []string{"RUS", "GER"}})
	add(0, until("RUS", 48))
	goes("RUS", 10, 2, 9)
	add(10, until("GER", 58))
	add(11, &history.Act{Actor: "GER", What: "vacation 2026-12-20 2026-12-27"})
	goes("GER", 70, 69)
	add(70, until("GER", 118))
	goes("GER", 118)
	got := PunctualityOf(entries, intakes, at(0))
	if rus := got[0]; rus.Played != 1 || rus.Missed != 0 || rus.Median() != 9*time.Hour {
		t.Errorf("%+v", rus)
	}
	if ger := got[1]; ger.Played != 2 || ger.Missed != 2 || ger.Median() != 59*time.Hour || ger.Vacations != 1 {
		t.Errorf("%+v", ger)
	}
	if none := (Punctuality{}).Median(); none != 0 {
		t.Errorf("a median of nothing: %s", none)
	}
}
