package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/steps"
	"fieldpost/store"
)

// The fuzzer of whole mails: it makes them of a grammar of MIME, headers, orders, questions and commands, in the ways
// that people and attackers get them wrong, and hands them to a daemon. It fails if one costs too much, or meets an
// internal error. CI runs two minutes; by hand, as long as one likes:
//
//	go test ./cmd/internal/server -run TestFuzzMails -fuzz-mails 10m -fuzz-seed 1 -timeout 0
var (
	fuzzFor = flag.Duration("fuzz-mails", 0,
		"how long TestFuzzMails makes mails; 0: only the seeds and a hundred more")
	fuzzSeed = flag.Uint64("fuzz-seed", 1, "the first mail of TestFuzzMails")
)

// The most that a mail of up to 5 MB may cost before it is decided. CPU time is a ratio to hashing one mebibyte in the
// same run (one second on the machine of docs/performance.md), so that a slow machine is no fault; memory is counted.
const (
	mostHashes    = 1800
	mostAllocated = 64 << 20
)

// cpu is the time that the process has computed.
func cpu(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// hashTime is how long it takes to hash one mebibyte.
func hashTime(t testing.TB) time.Duration {
	data, begin := make([]byte, 1<<20), cpu(t)
	const n = 64
	for range n {
		sha256.Sum256(data)
	}
	return max((cpu(t)-begin)/n, 10*time.Microsecond)
}

// costOf hands a mail in and handles it, and returns what that cost and what came of it. Its questions are answered
// afterwards.
func (w *world) costOf(raw []byte) (hashes float64, allocated uint64, out store.Outcome) {
	w.t.Helper()
	number := w.keep(string(raw))
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := cpu(w.t)
	if err := w.d.handleMail(number); err != nil {
		w.t.Fatal(err)
	}
	took := cpu(w.t) - begin
	runtime.ReadMemStats(&after)
	w.update(func(tx *store.Tx) error { return steps.AnswerAll(w.d.Env, tx) })
	w.update(func(tx *store.Tx) error { // the outbox is of no interest
		mails, err := tx.Outbox().Take(w.now, 0, func(int) time.Time { return w.now.Add(time.Hour) })
		for _, m := range mails {
			if err == nil {
				err = tx.Outbox().Delivered(m.MessageID, w.now, "250")
			}
		}
		return err
	})
	if took > 50*time.Millisecond && !underRace { // what costs so little need not be compared
		hashes = float64(took) / float64(hashTime(w.t))
	}
	return hashes, after.TotalAlloc - before.TotalAlloc, w.outcomeOf(number)
}

// check fails if a mail costs too much or meets an error of ours. A cost in time that is too high is measured again:
// others use the machine, too. It returns what came of the mail.
func (w *world) check(name string, raw []byte) (outcome string) {
	w.t.Helper()
	hashes, allocated, out := w.costOf(raw)
	for again := 0; hashes > mostHashes && again < 2; again++ {
		raw = append(bytes.Clone(raw), "\r\n"...) // another mail
		hashes, _, _ = w.costOf(raw)
	}
	if out.Kind == decision.Broken || out.Kind == "" {
		w.t.Errorf("%s: outcome %+v\n%s", name, out, raw[:min(len(raw), 2000)])
	}
	if hashes > mostHashes {
		w.t.Errorf("%s: as much as hashing %.0f MiB, at most %d\n%s", name, hashes, mostHashes,
			raw[:min(len(raw), 2000)])
	}
	if allocated > mostAllocated && !underRace { // the detector allocates, too
		w.t.Errorf("%s: %d MiB allocated, at most %d\n%s", name, allocated>>20, mostAllocated>>20,
			raw[:min(len(raw), 2000)])
	}
	return out.Kind + " " + out.Reason
}

// costWorld is a world of its own without a log.
func costWorld(t *testing.T) *world {
	w := newWorld(t)
	w.d.Env.Log = slog.New(slog.DiscardHandler)
	w.d.Env.Limits.RepliesPerSender, w.d.Env.Limits.RepliesInAll = 1<<30, 1<<30
	return w
}

// mailOf is a mail of a player with that body; KEY stands for the key.
func (w *world) mailOf(n int, fields, body string) []byte {
	text := fmt.Sprintf("From: anna@mail.test\nTo: %s\nSubject: orders\nMessage-ID: <cost%d@mail.test>\nMIME-Version: 1.0\n%s\n%s", serverAddress, n, fields, body)
	return []byte(strings.ReplaceAll(strings.ReplaceAll(text, "KEY", w.keys["USSR"]), "\n", "\r\n"))
}

// TestCostOfMails are the mails that have cost too much.
func TestCostOfMails(t *testing.T) { // what it costs is measured: not parallel
	w := costWorld(t)
	many := func(n int, line string) string { return strings.Repeat(line+"\n", n) }
	nested := func(kind string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "Content-Type: multipart/%s; boundary=b%d\n\n--b%d\n", kind, i, i)
		}
		return b.String() + "Content-Disposition: attachment; filename=eastfront-1-checkpoint.txt\n\npbd1 checkpoint\n"
	}
	flat := func(kind string, n int, part string) string {
		return "Content-Type: multipart/" + kind + "; boundary=b\n\n" + strings.Repeat("--b\n"+part, n) + "--b--\n"
	}
	numbered := func(n int, f string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, f+"\n", i)
		}
		return b.String()
	}
	text := "Content-Type: text/plain; charset=utf-8\n"
	encoded := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("buy 1 infantry\n"), 200_000))
	for i, c := range []struct{ name, fields, body string }{
		{"odds of 9,999", text, "odds 9999 infantry vs 9999 infantry\n"},
		{"odds of a hundred times 9,999", text,
			"odds " + strings.Repeat("9999 infantry, ", 100) + "1 tank vs 1 infantry\n"},
		{"ten odds of 160 ships", text, many(10,
			"odds 40 submarines, 40 destroyers, 40 battleships, 40 fighters vs 40 submarines, 40 destroyers, 40 battleships, 40 fighters")},
		{"20,000 sealed parts", "", nested("encrypted", 20_000)},
		{"20,000 digests", "", nested("digest", 20_000)},
		{"20,000 parts within parts", "", nested("mixed", 20_000)},
		{"5,000 digests side by side", "", flat("digest", 5_000,
			"\nContent-Disposition: attachment; filename=a-1-checkpoint.txt\n\nx\n")},
		{"99 files of a checkpoint's name", "",
			flat("mixed", 99, "Content-Disposition: attachment; filename=a-1-checkpoint.txt\n\n"+
				many(2500, "eastfront/a 1 xxxxxxxxxxx"))},
		{"2,990 misspelt lines", text, "key KEY\n" + numbered(2990, "mvoe %d infnatry from Karelai to Archnagel")},
		{"2,990 misspelt spaces", text, "key KEY\n" + numbered(2990, "move %d infantry from Karelai to Archangel")},
		{"2,990 misspelt lines without a key", text, numbered(2990, "move %d infantry from Karelai to Archangel")},
		{"2,990 lines with a backslash", text,
			"key KEY\npower USSR\n" + numbered(2990, "ziehe %dinf 2tnk von Karelia nach Russia \\")},
		{"2,990 lines with a comma", text, "key KEY\npower USSR\n" +
			numbered(2990, "ziehe %dinf 2tnk von Karelia nach Russia,")},
		{"2,990 lines in three groups", text,
			"key KEY\npower USSR\n" + numbered(2990,
				"ziehe %dinf 2tnk von Karelia, 1ftr von Archangel, 1inf von Moskva nach Russia")},
		{"ten maps", text, many(10, "map")},
		{"10,000 questions", text, many(10_000, "status")},
		{"3,000 orders", text, "key KEY\n" + many(2_900, "buy 1 infantry")},
		{"3,000 moves", text, "key KEY\n" + many(2_900, "move 1 infantry from Russia to Archangel")},
		{"9,999 infantry", text, "key KEY\nbuy 9999 infantry\nmove 9999 infantry from Russia to Archangel\nplace 9999 infantry in Russia\n"},
		{"one line of 240 kB", text, "key KEY\nmove " + strings.Repeat("1 infantry from Karelia ", 10_000) + "\n"},
		{"one subject of 1 MB", "Subject: " + strings.Repeat("Re: ", 250_000) + "\n" + text, "status\n"},
		{"a header of 4 MB in one field", "X: " + strings.Repeat("x\n ", 1_300_000) + "x\n" + text, "status\n"},
		{"encoded words", "X: " + strings.Repeat("?b?", 1_300_000) + "\n" + text, "status\n"},
		{"encoded words in the text", text + "X: x\n", "status\n" + strings.Repeat("=?utf-8?B?QUFB?= ", 12_000) + "\n"},
		{"base64 of base64", text, many(3_000,
			base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("x "),
				20)))))},
		{"letters far apart", "X: " + strings.Repeat("x"+strings.Repeat(" ", 300), 15_000) + "\n" + text, "status\n"},
		{"hyphens in hex", text, many(3_000, strings.Repeat("A=2D", 18))},
		{"references of 4 MB", "References: " + strings.Repeat("<a@b>\n ", 600_000) + "<a@b>\n" + text, "status\n"},
		{"100,000 recipients", "Cc: " + strings.Repeat("a@mail.test,\n ", 100_000) + "b@mail.test\n" + text,
			"status\n"},
		{"100,000 fields", strings.Repeat("Received: x\n", 100_000) + text, "status\n"},
		{"4 MB in base64", text + "Content-Transfer-Encoding: base64\n", encoded},
		{"4 MB in quoted-printable", text + "Content-Transfer-Encoding: quoted-printable\n",
			many(250_000, "buy 1 infantry=20")},
		{"4 MB in UTF-16", "Content-Type: text/plain; charset=utf-16\n", many(250_000, "buy 1 infantry")},
		{"4 MB of HTML", "Content-Type: text/html\n", strings.Repeat("<div><blockquote>x", 240_000)},
		{"900 kB of HTML", "Content-Type: text/html\n", strings.Repeat("<p>x<b><i>", 90_000)},
		{"HTML within HTML", "Content-Type: text/html\n", strings.Repeat("<div>", 180_000) + "buy 1 infantry"},
		{"entities", "Content-Type: text/html\n", strings.Repeat("&amp;", 180_000)},
		{"250 kB of lines", text, many(125_000, "x")},
		{"250 kB of quotes", text, many(60_000, "> x")},
		{"250 kB of keys", text, many(12_000, "AAAA-BBBB-CCCC-DDDD")},
		{"250 kB of keys in orders", text, "key KEY\n" + many(9_000, "buy AAAA-BBBB-CCCC-DDDD")},
		{"a letter of 250 kB", text, "key KEY\npress to Germany\n" + many(12_000, "AAAA-BBBB-CCCC-DDDD") +
			"end press\n"},
		{"signatures", text, many(12_000, "-----BEGIN PGP SIGNED MESSAGE-----")},
		{"OpenPGP keys", text, many(3_000, "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxxxx\n-----END PGP PUBLIC KEY BLOCK-----")},
		{"keys that open", text, many(6_000, "-----BEGIN PGP PUBLIC KEY BLOCK-----")},
		{"a signed mail of 4 MB", "", flat("signed; protocol=\"application/pgp-signature\"", 2,
			"Content-Type: text/plain\n\n"+many(130_000, "buy 1 infantry"))},
		{"99 texts", "", flat("mixed", 99, "Content-Type: text/plain\n\n"+many(160, "mvoe 1 infnatry"))},
		{"99 files", "", flat("mixed", 99, "Content-Disposition: attachment; filename=a.txt\nContent-Type: text/plain\n\n"+many(160, "mvoe 1 infnatry"))},
		{"delivery report", "", flat("report; report-type=delivery-status", 90,
			"Content-Type: message/delivery-status\n\n"+
				many(1300, "Final-Recipient: rfc822; a@b\nAction: failed\nStatus: 5.1.1\n"))},
		{"edits", text, "key KEY\n" + many(2900, "edit add 9999 infantry to Russia for USSR")},
		{"searches", text, many(10, "history units from Russia")},
	} {
		t.Run(c.name, func(t *testing.T) {
			w.t = t
			raw := w.mailOf(i, c.fields, c.body)
			w.check(c.name, raw[:min(len(raw), 5<<20)])
		})
	}
}

// grammar makes mails.
type grammar struct {
	*rand.Rand
	w     *world
	power board.Power // who writes
}

func (g grammar) pick(list ...string) string { return list[g.IntN(len(list))] }

// seldom is mostly the first of a list.
func (g grammar) seldom(list ...string) string {
	if g.IntN(8) > 0 {
		return list[0]
	}
	return g.pick(list...)
}

// size is a number that is mostly small and sometimes very large.
func (g grammar) size(most int) int {
	switch g.IntN(10) {
	case 0:
		return 1 + g.IntN(most)
	case 1:
		return 1 + g.IntN(1+most/20)
	}
	return 1 + g.IntN(4)
}

// mail is a whole mail.
func (g grammar) mail(n int) []byte {
	g.power = board.Power(g.pick("USSR", "Germany", "UK"))
	from := players[g.power].Address
	if g.IntN(10) == 0 {
		from = g.pick(refereeAddress, "stranger@else.test", "dora@mail.test")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "From: %s\n", g.seldom(from, "\"A, B\" <"+from+">", "=?utf-8?q?A=C3=A9?= <"+from+">",
		from+", x@y.test", "<>"))
	fmt.Fprintf(&b, "To: %s\nMessage-ID: <fuzz%d@mail.test>\n",
		g.pick(serverAddress, "orders+eastfront@games.test", serverAddress+", a@b"), n)
	fmt.Fprintf(&b, "Subject: %s\n", g.pick("orders", "[eastfront R1 USSR]", "Re: [eastfront R1]",
		"=?iso-8859-1?q?=E6?=", g.repeat("Re: ", 20_000)+"x", "status", "odds 3 inf vs 2 inf"))
	for range g.IntN(4) {
		fmt.Fprintf(&b, "%s\n", g.seldom("MIME-Version: 1.0", "Date: Sat, 21 Nov 2026 09:00:00 +0000",
			"Reply-To: "+from, "In-Reply-To: <x@games.test>",
			"Received: "+g.repeat("x ", 50_000), "References: "+g.repeat("<a@b>\n ", 20_000)+"<a@b>",
			"Auto-Submitted: no", "X-Junk: "+g.repeat("y", 100_000),
			"List-Id: <x>", "not a field", " folded", "Cc: "+g.repeat("a@b, ", 20_000)+"c@d", "Return-Path: <>",
			"Authentication-Results: x; spf=pass"))
	}
	g.part(&b, 0)
	raw := strings.ReplaceAll(b.String(), "\n", "\r\n")
	if g.IntN(20) == 0 {
		raw = raw[:g.IntN(len(raw)+1)]
	}
	for power, key := range g.w.keys {
		raw = strings.ReplaceAll(raw, "KEY-"+string(power)+"-", key)
	}
	return []byte(raw[:min(len(raw), 5<<20)])
}

func (g grammar) repeat(s string, most int) string { return strings.Repeat(s, g.size(most)) }

// part is a part with its header.
func (g grammar) part(b *strings.Builder, depth int) {
	if depth < 12 && g.IntN(3) == 0 {
		boundary := g.pick("b", "b1", "=_x", "a b")
		fmt.Fprintf(b, "Content-Type: multipart/%s; boundary=%q\n\n",
			g.pick("mixed", "alternative", "related", "signed; protocol=\"application/pgp-signature\"",
				"encrypted", "digest", "report; report-type=delivery-status", "x"), boundary)
		n := 1 + g.IntN(3)
		if g.IntN(10) == 0 {
			n = g.size(300)
		}
		for range n {
			fmt.Fprintf(b, "--%s\n", boundary)
			if b.Len() < 4<<20 {
				g.part(b, depth+1)
			}
		}
		fmt.Fprintf(b, "--%s%s\n", boundary, g.pick("--", "", "-"))
		return
	}
	media := g.seldom("text/plain", "text/plain; format=flowed; delsp=yes", "text/html", "application/octet-stream",
		"image/png", "message/rfc822",
		"message/delivery-status", "text/x", "garbage", "application/pgp-signature", "application/pkcs7-mime")
	charset := g.seldom("", "; charset=utf-8", "; charset=iso-8859-1", "; charset=utf-16", "; charset=utf-7",
		"; charset=gb18030", "; charset=iso-2022-jp", "; charset=x-none")
	fmt.Fprintf(b, "Content-Type: %s%s\n", media, charset)
	if g.IntN(4) == 0 {
		fmt.Fprintf(b, "Content-Disposition: attachment; filename=%s\n",
			g.pick("orders.txt", "eastfront-1-checkpoint.txt", "winmail.dat", "a.zip", "=?utf-8?q?=41?=.txt"))
	}
	body := g.body(strings.HasPrefix(media, "text/html"))
	switch g.IntN(6) {
	case 0:
		b.WriteString("Content-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(body)) + "\n")
	case 1:
		b.WriteString("Content-Transfer-Encoding: quoted-printable\n\n" + strings.ReplaceAll(body, "=", "=3D") + "\n")
	case 2:
		b.WriteString("Content-Transfer-Encoding: " + g.pick("8bit", "binary", "x-uuencode", "base64") + "\n\n" + body +
			"\n")
	default:
		b.WriteString("\n" + body + "\n")
	}
}

// body is what a person has written.
func (g grammar) body(html bool) string {
	var b strings.Builder
	if g.IntN(3) > 0 {
		b.WriteString("key KEY-" + g.seldom(string(g.power), "USSR", "Germany", "UK") + "-\n")
	}
	if g.IntN(4) == 0 {
		b.WriteString(g.pick("game eastfront\n", "game westfront\n", "power USSR\n", "round 1\n",
			"Hello,\n\n", "check\n"))
	}
	for range 1 + g.IntN(6) {
		line := g.line()
		n := 1
		if g.IntN(8) == 0 {
			n = g.size(3000)
		}
		for i := range n {
			if b.Len() > 1<<20 {
				break
			}
			b.WriteString(strings.ReplaceAll(line, "#", fmt.Sprint(i)) +
				g.pick("\n", "\n", "\n", " \\\n", ",\n", "\n\n", "\u00a0\n", "\r"))
		}
	}
	b.WriteString(g.pick("", "end\n", "done\n", "-- \nsig\n", "Best regards\n",
		"-----Original Message-----\n"+g.line()+"\n"))
	if html {
		return g.repeat("<div>", 20_000) + strings.ReplaceAll(b.String(), "\n",
			g.pick("<br>", "<p>", "<li>", "<blockquote>", "</div>"))
	}
	return b.String()
}

// line is an order, a question, a command, or something that looks like one.
func (g grammar) line() string {
	units := func() string {
		return g.pick("3 infantry", "#  tanks", "9999 infantry", "1 fighter, 2 bombers", "all", "infantry",
			"2 infnatry", "1 UK tank", "40 submarines, 40 destroyers", g.repeat("1 infantry, ", 150)+"1 tank",
			"0 tanks", "3inf 2tnk", "ein Panzer", "1 kampvogn")
	}
	space := func() string {
		return g.pick("Karelia", "Russia", "Archangel", "SZ4", "sz", "Karelai", "West Russia", "Ukraine", "the",
			"Straße von Gibraltar", strings.Repeat("x", 1+g.IntN(80)), "#")
	}
	line := g.pick(
		"buy "+units(), "move "+units()+" from "+space()+" to "+space(), "kaufe "+units(), "køb "+units(),
		"ziehe "+units()+" von "+space()+" nach "+space(),
		"place "+units()+" in "+space(), "ship "+units()+" from "+space()+" to "+space(),
		"bomb "+space()+" with "+units()+" from "+space(),
		"odds "+units()+" vs "+units(), "odds "+units()+" vs "+units()+" at sea", "Chancen "+units()+" gegen "+units(),
		g.seldom("dice", "map"), "status", "history", "dice", "verify", "games", "standing", "chain",
		"report", "report round 1", "help "+g.pick("move", "odds", "x"),
		"history "+g.pick("press", "mails", "units in "+space(), "battles in "+space(), "punctuality", "x"),
		"battle "+space()+"\n  losses "+units()+"\n  retreat to "+space()+" if odds below 40%",
		"defend everywhere\n  losses cheapest", "research 9999 dice", "combat", "noncombat", "done", "withdraw",
		"press to Germany\nhello\nend press", "press to all\n"+strings.Repeat("x\n", 1+g.IntN(3000)), "vote draw",
		"extend 24", "pause game", "ready", "join eastfront as UK", "watch eastfront", "resign",
		"resign "+g.pick("USSR", "UK"),
		"edit add "+units()+" to "+space()+" for USSR", "edit remove "+units()+" from "+space(), "edit money USSR 9999",
		"roll back to round 1", "correct round 1 USSR", "option low-luck on",
		"announce hello\nend press", "ruling hello",
		"beacon 1 "+strings.Repeat("ab", 48), "base "+strings.Repeat("ab", 32), "salt "+strings.Repeat("ab", 16),
		g.seldom("yes", "key AAAA-BBBB-CCCC-DDDD"), "vacation 2026-12-01 to 2026-12-05",
		"language de", "yes", "confirm",
		"replace UK with x@y.test", "address add x@y.test", "new key", "start game", "new game fuzz#", "bid Axis 9",
		"> "+"buy "+units(), "pbd1 record", "mvoe "+units(), strings.Repeat("a ", 1+g.IntN(2000)),
		"-----BEGIN PGP SIGNED MESSAGE-----",
		"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxxxx\n-----END PGP PUBLIC KEY BLOCK-----", "\x00\x01\x02", "\xff\xfe",
		"ｂｕｙ　３　ｔａｎｋｓ", "buy 3 tanks → Karelia", "#")
	if g.IntN(15) == 0 { // a slip
		at := g.IntN(len(line) + 1)
		line = line[:at] + g.pick("x", " ", ",", "'", "\u200b", "é", "9") + line[at:]
	}
	return line
}

// TestFuzzMails makes mails and checks each.
func TestFuzzMails(t *testing.T) { // what it costs is measured: not parallel
	n := 100
	if testing.Short() {
		n = 20
	}
	end := time.Now().Add(*fuzzFor)
	w, came := costWorld(t), map[string]int{}
	for i := 0; (i < n || time.Now().Before(end)) && !t.Failed(); i++ {
		if i%200 == 199 { // games get longer with what was accepted, stores larger
			w = costWorld(t)
		}
		seed := *fuzzSeed + uint64(i)
		g := grammar{Rand: rand.New(rand.NewPCG(seed, 1)), w: w}
		came[w.check(fmt.Sprintf("-fuzz-seed %d", seed), g.mail(i))]++
	}
	t.Log("outcomes:", came)
	if len(came) < 5 {
		t.Errorf("the mails come to hardly anything: %v", came)
	}
}
