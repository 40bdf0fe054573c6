package mailio_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"fieldpost/mailio"
)

func TestMail34_AddressesAreComparedFolded(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Anna@Mail.Example":     "anna@mail.example",
		" anna@mail.example ":   "anna@mail.example",
		"jürgen@MÜLLER.example": "jürgen@xn--mller-kva.example",
		"no address":            "no address",
		"a@b@c.d":               "a@b@c.d",
	} {
		if got := mailio.FoldAddress(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestMail43_PlusAddressing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ addr, base, tag string }{
		{"orders+g42@games.example", "orders@games.example", "g42"},
		{"orders@games.example", "orders@games.example", ""},
		{"orders+@games.example", "orders@games.example", ""},
		{"orders+a+b@games.example", "orders@games.example", "a+b"},
		{"orders@games+x.example", "orders@games+x.example", ""},
		{"orders", "orders", ""},
	} {
		if base, tag := mailio.SplitPlus(c.addr); base != c.base || tag != c.tag {
			t.Errorf("%s: %q and %q", c.addr, base, tag)
		}
	}
	if got := mailio.WithPlus("orders+old@games.example", "g42"); got != "orders+g42@games.example" {
		t.Errorf("with a new tag: %s", got)
	}
	if got := mailio.WithPlus("orders@games.example", ""); got != "orders@games.example" {
		t.Errorf("with an empty tag: %s", got)
	}
}

func TestMail39_MessageIDsAreFixed(t *testing.T) {
	t.Parallel()
	id := mailio.MessageID("club.example", "Eastfront", "R3", "GER", "report", "1")
	if id != "<eastfront.r3.ger.report.1@club.example>" || !mailio.OwnMessageID(id, "Club.Example") {
		t.Errorf("id %s", id)
	}
	if got := mailio.MessageID("club.example", "a b>", "x.y", "\r\n"); got != "<a-b-.x-y.--@club.example>" {
		t.Errorf("of odd parts: %s", got)
	}
	if mailio.OwnMessageID("<x@notclub.example>", "club.example") || mailio.OwnMessageID("<x@club.example>", "") {
		t.Error("a stranger's id is taken for an own one")
	}
}

func TestMail23_SecretsAreNotPrinted(t *testing.T) {
	t.Parallel()
	s := mailio.Server{Host: "mail.example", Port: 993, Login: mailio.Login{User: "anna", Password: "s3cret"}}
	out, err := json.Marshal(s.Login)
	if err != nil {
		t.Fatal(err)
	}
	if all := fmt.Sprintf("%v %+v %#v %s %s", s, s, s, s.Login, out); strings.Contains(all, "s3cret") {
		t.Error(all)
	}
}

func TestMail23_TLSIsRequired(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		server mailio.Server
		ok     bool
	}{
		{mailio.Server{Host: "mail.example", Port: 993}, true},
		{mailio.Server{Host: "mail.example", Port: 143, Security: mailio.StartTLS}, true},
		{mailio.Server{Host: "mail.example", Port: 143, Security: mailio.Plain}, false},
		{mailio.Server{Host: "localhost", Port: 143, Security: mailio.Plain}, true},
		{mailio.Server{Host: "127.0.0.1", Port: 143, Security: mailio.Plain}, true},
		{mailio.Server{Host: "::1", Port: 143, Security: mailio.Plain}, true},
		{mailio.Server{Host: "127.0.0.1.evil.example", Port: 143, Security: mailio.Plain}, false},
		{mailio.Server{Host: "", Port: 143}, false},
		{mailio.Server{Host: "mail.example"}, false},
	} {
		if err := c.server.Check(); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.server.Address(), err)
		}
	}
}
