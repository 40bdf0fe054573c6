package inbox_test

import (
	"fmt"
	"testing"

	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/localmail"
)

// BenchmarkPoll measures a look at a mailbox in which nothing is new, over a connection that is open: an empty one, and
// one in which ten thousand mails stay that were read before (a provider without a folder to move them to).
func BenchmarkPoll(b *testing.B) {
	for _, n := range []int{0, 10_000} {
		b.Run(fmt.Sprintf("mails=%d", n), func(b *testing.B) {
			l := newLedger()
			l.verdict = func(mailio.Raw) (inbox.Verdict, error) { return inbox.Leave, nil }
			s, err := localmail.Start(localmail.Options{Accounts: []localmail.Account{{Address: owner, Password: password}}, RequireLogin: true})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			for i := range n {
				if err := s.Append(owner, "INBOX", mail(fmt.Sprint("mail-", i)), noon); err != nil {
					b.Fatal(err)
				}
			}
			c, err := inbox.Open(b.Context(), inbox.Config{Server: s.IMAP(owner), Folders: []inbox.Folder{{Name: "INBOX"}}})
			if err != nil {
				b.Fatal(err)
			}
			defer c.Close()
			if got, err := c.Poll(b.Context(), l); err != nil || len(l.mails) != n {
				b.Fatal(got, len(l.mails), err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Poll(b.Context(), l); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
