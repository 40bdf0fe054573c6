package server

import (
	"strings"
	"testing"
)

// last is the last mail that a player got.
func (w *world) last(addr string) string {
	w.t.Helper()
	all := w.inbox(addr)
	if len(all) == 0 {
		w.t.Fatalf("no letter for %s", addr)
	}
	return all[len(all)-1].Body().Body
}

func (w *world) wants(text string, parts ...string) {
	w.t.Helper()
	for _, p := range parts {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), p) {
			w.t.Errorf("%q is not in\n%s", p, text)
		}
	}
}

func TestCheckTellsWhatTheOrdersLeadTo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "", "check\nbuy 4 tanks\ncombat\nmove 3 infantry from Russia to West Russia\nmove 1 fighter from Russia to Belorussia\n")
	w.settle()
	w.wants(w.last("anna@mail.test"), "CHECKED: these orders would be accepted.", "After these purchases 4 IPC are left.",
		"you against them", "3 infantry", "against 3 German", "you lose", "rounds",
		`place 4 tanks in Russia`, "chance to succeed")
	if n := w.audit(t); n != 0 {
		t.Errorf("%d goes, want none", n)
	}
}

func TestAReceiptListsEveryRepair(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("bert@mail.test", "", "key "+w.keys["Germany"]+
		"\ndefend everywhere\n\tlosses \u201cinfantry\u201d,\u00a0tank\n-- \nBert")
	w.settle()
	w.wants(w.last("bert@mail.test"), "Die Signatur wurde weggelassen", "Anführungszeichen", "Infanterie, Panzer")
}

func TestIllegalLinesAreReportedWithMisspeltOnes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "", "key "+w.keys["USSR"]+
		"\nbuy 3 tnaks\ncombat\nmove 9 infantry from Russia to West Russia\n")
	w.settle()
	w.wants(w.last("anna@mail.test"), `"tnaks" is no unit`, "buy 3 tanks", "USSR has 3 infantry in Russia, not 9")
}

func TestAFloodOfFaultsIsCutOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "", "key "+w.keys["USSR"]+"\n"+
		strings.Repeat("move 1 tank from Nowhere to Nirvana\n", 60))
	w.settle()
	text := w.last("anna@mail.test")
	w.wants(text, "And 20 more faults")
	if n := strings.Count(text, "Nirvana"); n > 100 {
		t.Errorf("%d lines are quoted", n)
	}
}
