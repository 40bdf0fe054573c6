package drand

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/dice"
)

// The round of the protocol's vector.
const (
	round      = 657413
	signature  = "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
	randomness = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"
)

func TestTheValueOfARoundIsKnownByItsSignature(t *testing.T) {
	t.Parallel()
	n := Quicknet()
	if got, err := n.Check(round, signature); err != nil || got.String() != randomness {
		t.Fatalf("%s, %v", got, err)
	}
	var forged *FalseError
	for name, c := range map[string]struct {
		round     int
		signature string
		forged    bool
	}{
		"of another round":   {round + 1, signature, true},
		"one digit changed":  {round, "a" + signature[1:], true},
		"no point at all":    {round, strings.Repeat("ab", 48), true},
		"cut off":            {round, signature[:94], true},
		"round 0":            {0, signature, true},
		"not hex":            {round, "zz" + signature[2:], false},
		"nothing":            {round, "", false},
		"longer than it can": {round, strings.Repeat(signature, 3), false},
	} {
		_, err := n.Check(c.round, c.signature)
		if err == nil || errors.As(err, &forged) != c.forged {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRelaysAreAskedInTurnAndNotBelieved(t *testing.T) {
	t.Parallel()
	path := Quicknet().Path(round)
	answers := map[string]string{
		"good":      fmt.Sprintf(`{"round":%d,"randomness":"%s","signature":"%s"}`, round, randomness, signature),
		"bare":      fmt.Sprintf(`{"round":%d,"signature":"%s"}`, round, signature),
		"other":     fmt.Sprintf(`{"round":%d,"randomness":"%s","signature":"%s"}`, round+1, randomness, signature),
		"forged":    fmt.Sprintf(`{"round":%d,"randomness":"%s","signature":"a%s"}`, round, randomness, signature[1:]),
		"unlike":    fmt.Sprintf(`{"round":%d,"randomness":"%s","signature":"%s"}`, round, dice.Sum(nil), signature),
		"words":     `it is raining`,
		"very long": strings.Repeat(" ", relaySize) + `{}`,
		"nowhere":   "",
	}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutSuffix(strings.ReplaceAll(r.URL.Path, "%20", " "), path)
		switch answer := answers[strings.TrimPrefix(name, "/")]; {
		case name == "/led away":
			http.Redirect(w, r, "http://else.test/", http.StatusFound)
		case !ok || answer == "":
			http.NotFound(w, r)
		default:
			fmt.Fprint(w, answer)
		}
	}))
	t.Cleanup(server.Close)
	client := server.Client()
	client.Timeout = 10 * time.Second
	at := func(names ...string) Relays {
		r := Relays{Network: Quicknet(), Client: client}
		for _, n := range names {
			r.URLs = append(r.URLs, server.URL+"/"+strings.ReplaceAll(n, " ", "%20"))
		}
		return r
	}
	for _, name := range []string{"other", "forged", "unlike", "words", "very long", "nowhere", "led away"} {
		if got, err := at(name).Fetch(t.Context(), round); err == nil || !strings.Contains(err.Error(), server.URL) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for _, names := range [][]string{{"good"}, {"bare"}, {"nowhere", "forged", "good"}} {
		if got, err := at(names...).Fetch(t.Context(), round); err != nil || got != signature {
			t.Errorf("%v: %q, %v", names, got, err)
		}
	}
	plain := Relays{Network: Quicknet(), URLs: []string{strings.Replace(server.URL, "https", "http", 1) + "/good"}}
	if _, err := plain.Fetch(t.Context(), round); err == nil || !strings.Contains(err.Error(), "only https") {
		t.Errorf("plain http: %v", err)
	}
}
