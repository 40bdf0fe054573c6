package server

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
)

// All seats are asked for their advantages at once. The report for programs has each one's deadline, the same for all;
// while the clocks stand there is none.
func TestTheReportForProgramsTellsEachDeadline(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "advantages=on", "advantage-count=2", "deadline=3d", "reminders=none", "pause-budget=4d")
	m.keyed("anna@mail.test", "vacation 2026-11-22 to 2026-11-23\n")
	want := []string{}
	for _, a := range m.loadGame().Awaited() {
		if a.Power == "USSR" {
			want = append(want, "USSR 2026-11-26T09:00:00Z")
		} else {
			want = append(want, string(a.Power)+" 2026-11-24T09:00:00Z")
		}
	}
	if len(want) < 2 {
		t.Fatalf("awaited are %v, want several", want)
	}
	m.wantReported(want, "2026-11-24T09:00:00Z")

	m.keyed(refereeAddress, "pause game\n")
	for i, w := range want {
		power, _, _ := strings.Cut(w, " ")
		want[i] = power + " "
	}
	m.wantReported(want, "")
}

// wantReported compares the awaited seats, each with its deadline, and the first deadline in the JSON that every reader
// gets.
func (m *months) wantReported(want []string, first string) {
	m.t.Helper()
	for name, data := range m.reports() {
		var report struct {
			Deadline string
			Awaited  []struct{ Power, Deadline string }
		}
		if err := json.Unmarshal(data, &report); err != nil {
			m.t.Fatal(err)
		}
		var got []string
		for _, a := range report.Awaited {
			got = append(got, a.Power+" "+a.Deadline)
		}
		if !slices.Equal(got, want) || report.Deadline != first {
			m.t.Errorf("%s reads %q, first %q, want %q, first %q", name, got, report.Deadline, want, first)
		}
	}
}

// reports are the reports for programs that the readers would get now, by the names of their seats.
func (m *months) reports() map[string][]byte {
	m.t.Helper()
	all := map[string][]byte{}
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		for _, s := range g.Readers() {
			v, err := notify.ReportView(m.env, tx, g, []roster.Participant{s}, nil)
			if err != nil {
				return err
			}
			if all[s.ID()], err = v.JSON(); err != nil {
				return err
			}
		}
		return nil
	})
	return all
}
