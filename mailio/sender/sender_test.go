package sender_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"net"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"fieldpost/mailio/sender"
)

func TestMail09_OnlyTheOwnProviderIsBelieved(t *testing.T) {
	t.Parallel()
	const body = "From: anna@mail.example\r\n\r\nx\r\n"
	good := "Authentication-Results: mx.games.example; spf=pass smtp.mailfrom=mail.example;\r\n\tdkim=pass header.d=mail.example; dmarc=pass header.from=mail.example\r\n"
	forged := strings.ReplaceAll(good, "mx.games.example", "mx.evil.example")
	failed := "Authentication-Results: mx.games.example; spf=softfail; dkim=fail header.d=mail.example; dmarc=fail\r\n"
	for name, c := range map[string]struct {
		head string
		want sender.Checks
	}{
		"own":                        {good, sender.Checks{Server: "mx.games.example", SPF: "pass", DKIM: "pass", DMARC: "pass", DKIMDomain: "mail.example"}},
		"capital letters":            {strings.Replace(good, "mx.games", "MX.Games", 1), sender.Checks{Server: "MX.Games.example", SPF: "pass", DKIM: "pass", DMARC: "pass", DKIMDomain: "mail.example"}},
		"a stranger's":               {forged, sender.Checks{}},
		"own above a stranger's":     {failed + forged, sender.Checks{Server: "mx.games.example", SPF: "softfail", DKIM: "fail", DMARC: "fail", DKIMDomain: "mail.example"}},
		"a stranger's above own":     {forged + good, sender.Checks{}}, // not the topmost: no longer ours
		"own, below a newer own":     {failed + good, sender.Checks{Server: "mx.games.example", SPF: "softfail", DKIM: "fail", DMARC: "fail", DKIMDomain: "mail.example"}},
		"none":                       {"", sender.Checks{}},
		"broken":                     {"Authentication-Results: ;;=\r\n", sender.Checks{}},
		"signed by somebody else":    {"Authentication-Results: mx.games.example; dkim=pass header.d=bulk.example\r\n", sender.Checks{Server: "mx.games.example", DKIM: "neutral", DKIMDomain: "bulk.example"}},
		"two signatures, one aligns": {"Authentication-Results: mx.games.example; dkim=pass header.d=bulk.example; dkim=pass header.d=mail.example\r\n", sender.Checks{Server: "mx.games.example", DKIM: "pass", DKIMDomain: "mail.example"}},
	} {
		got := sender.Authentication([]byte(c.head+body), []string{"mx.games.example"}, "anna@mail.example")
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	if got := sender.Authentication([]byte(good+body), nil, "anna@mail.example"); got != (sender.Checks{}) {
		t.Errorf("with no provider configured: %+v", got)
	}
}

// keys is a DNS of one key.
type keys map[string]string

func (k keys) LookupTXT(_ context.Context, name string) ([]string, error) {
	if v, ok := k[name]; ok {
		return []string{v}, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func TestMail10_DKIM(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(zeros{})
	if err != nil {
		t.Fatal(err)
	}
	dns := keys{"s1._domainkey.mail.example": "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
	sign := func(fields ...string) string {
		t.Helper()
		mail := "From: Anna <anna@mail.example>\r\nTo: orders@games.example\r\nSubject: orders\r\n\r\nbuy 1 tank\r\n"
		var b bytes.Buffer
		options := &dkim.SignOptions{Domain: "mail.example", Selector: "s1", Signer: private, HeaderKeys: fields}
		if err := dkim.Sign(&b, strings.NewReader(mail), options); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	whole := sign("From", "To", "Subject")
	for name, c := range map[string]struct {
		mail, from string
		dns        keys
		want       sender.Verdict
	}{
		"signed":               {whole, "anna@mail.example", dns, "pass"},
		"from a subdomain":     {whole, "anna@post.mail.example", dns, "pass"},
		"somebody else's mail": {whole, "anna@other.example", dns, "neutral"},
		"text altered":         {strings.Replace(whole, "1 tank", "9 tanks", 1), "anna@mail.example", dns, "fail"},
		"subject altered":      {strings.Replace(whole, "Subject: orders", "Subject: other", 1), "anna@mail.example", dns, "fail"},
		"subject not covered":  {sign("From", "To"), "anna@mail.example", dns, "policy"},
		"no key":               {whole, "anna@mail.example", keys{}, "fail"},
		"unsigned":             {"From: anna@mail.example\r\n\r\nx\r\n", "anna@mail.example", dns, "none"},
	} {
		got, err := sender.CheckDKIM(t.Context(), []byte(c.mail), c.from, c.dns)
		if err != nil || got.Verdict != c.want {
			t.Errorf("%s: %+v, error %v, want %s", name, got, err, c.want)
		}
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

func TestAligned(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		domain, address string
		want            bool
	}{
		{"mail.example", "a@mail.example", true},
		{"Mail.Example", "a@mail.example", true},
		{"x.mail.example", "a@mail.example", true},
		{"evil-mail.example", "a@mail.example", false},
		{"co.uk", "a@mail.co.uk", false},
		{"other.co.uk", "a@mail.co.uk", false},
		{"", "a@mail.example", false},
		{"mail.example", "anna", false},
	} {
		if got := sender.Aligned(c.domain, c.address); got != c.want {
			t.Errorf("%s and %s: %t", c.domain, c.address, got)
		}
	}
}

func TestForged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		checks sender.Checks
		want   bool
	}{
		{sender.Checks{}, false},
		{sender.Checks{DMARC: sender.Fail}, true},
		{sender.Checks{DMARC: sender.Pass, SPF: sender.Fail}, false},
		{sender.Checks{SPF: sender.Fail}, true},
		{sender.Checks{SPF: sender.Fail, DKIM: sender.Pass}, false},
		{sender.Checks{SPF: "softfail", DMARC: "none"}, false},
	} {
		if got := c.checks.Forged(); got != c.want {
			t.Errorf("%+v: %v", c.checks, got)
		}
	}
}
