// Package sender says what is known about who sent a mail. From can be forged, so nothing here gives permission; it
// adds confidence, and is written into the log of incoming mails.
package sender

import (
	"bytes"
	"context"
	"errors"
	"net"
	"strings"

	"github.com/emersion/go-msgauth/authres"
	"github.com/emersion/go-msgauth/dkim"
	"golang.org/x/net/publicsuffix"

	"fieldpost/mailio/message"
)

// Verdict is the outcome of one method, in the words of RFC 8601: pass, fail, softfail, neutral,
// none, temperror, permerror, policy; "" if nothing was said.
type Verdict string

const (
	Unsaid Verdict = ""
	Pass   Verdict = "pass"
	Fail   Verdict = "fail"
)

// Checks are the findings of the own mail provider about one mail.
type Checks struct {
	Server     string  // the authserv-id that was believed; "" if there was none
	SPF        Verdict //
	DKIM       Verdict // pass if any signature of the From domain passes
	DMARC      Verdict //
	DKIMDomain string  // of the passing signature
}

// Forged reports whether the provider says that the mail is not from its From: DMARC fails, or where nothing is said of
// DMARC, SPF fails and no signature passes.
func (c Checks) Forged() bool {
	switch c.DMARC {
	case Fail:
		return true
	case Pass:
		return false
	}
	return c.SPF == Fail && c.DKIM != Pass
}

// Authentication reads the topmost Authentication-Results field, and that only if its authserv-id is one of the
// configured ones (the operator's own provider). Any other may have been written by the sender.
func Authentication(raw []byte, servers []string, from string) Checks {
	field := message.FirstField(raw, "Authentication-Results")
	if field == "" {
		return Checks{}
	}
	server, results, err := authres.Parse(field)
	if err != nil || !oneOf(server, servers) {
		return Checks{}
	}
	c := Checks{Server: server}
	for _, r := range results {
		switch r := r.(type) {
		case *authres.SPFResult:
			c.SPF = Verdict(r.Value)
		case *authres.DMARCResult:
			c.DMARC = Verdict(r.Value)
		case *authres.DKIMResult:
			aligned := Aligned(r.Domain, from)
			if c.DKIM != Pass && (aligned || c.DKIM == Unsaid) {
				c.DKIM, c.DKIMDomain = Verdict(r.Value), r.Domain
				if c.DKIM == Pass && !aligned {
					c.DKIM = "neutral" // the signature of another domain says nothing about From
				}
			}
		}
	}
	return c
}

func oneOf(server string, servers []string) bool {
	for _, s := range servers {
		if s != "" && strings.EqualFold(s, server) {
			return true
		}
	}
	return false
}

// Signature is the outcome of an own DKIM check.
type Signature struct {
	Verdict Verdict
	Domain  string // the signer
	Reason  string // why it is not a pass
}

// Resolver looks up the signer's public key; *net.Resolver is one.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
}

var _ Resolver = (*net.Resolver)(nil)

// CheckDKIM verifies the signatures of the raw mail and returns the best finding: a pass only if
// the signer's domain aligns with that of from and the signature covers From and Subject.
// Mailing lists break signatures, so anything but a pass proves nothing.
func CheckDKIM(ctx context.Context, raw []byte, from string, r Resolver) (Signature, error) {
	found, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{
		LookupTXT:        func(domain string) ([]string, error) { return r.LookupTXT(ctx, domain) },
		MaxVerifications: 5,
	})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		return Signature{}, err
	}
	best := Signature{Verdict: "none"}
	for _, v := range found {
		s := judge(v, from)
		if s.Verdict == Pass {
			return s, nil
		}
		best = s
	}
	return best, nil
}

func judge(v *dkim.Verification, from string) Signature {
	s := Signature{Domain: v.Domain}
	switch {
	case v.Err != nil && dkim.IsTempFail(v.Err):
		s.Verdict, s.Reason = "temperror", v.Err.Error()
	case v.Err != nil:
		s.Verdict, s.Reason = Fail, v.Err.Error()
	case !Aligned(v.Domain, from):
		s.Verdict, s.Reason = "neutral", "the signer is not the sender's domain"
	case !covers(v.HeaderKeys, "From") || !covers(v.HeaderKeys, "Subject"):
		s.Verdict, s.Reason = "policy", "the signature does not cover From and Subject"
	default:
		s.Verdict = Pass
	}
	return s
}

func covers(keys []string, want string) bool {
	for _, k := range keys {
		if strings.EqualFold(k, want) {
			return true
		}
	}
	return false
}

// Aligned reports whether a signer's domain belongs to the same organisation as the address
// (relaxed alignment of RFC 7489).
func Aligned(domain, address string) bool {
	at := strings.LastIndexByte(address, '@')
	if at < 0 || domain == "" {
		return false
	}
	a, b := strings.ToLower(domain), strings.ToLower(address[at+1:])
	if a == b {
		return true
	}
	orgA, errA := publicsuffix.EffectiveTLDPlusOne(a)
	orgB, errB := publicsuffix.EffectiveTLDPlusOne(b)
	return errA == nil && errB == nil && orgA == orgB
}
