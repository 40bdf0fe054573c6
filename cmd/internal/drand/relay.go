package drand

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
)

// Relays fetch values from public relays over HTTPS.
type Relays struct {
	Network Network
	URLs    []string     // such as https://api.drand.sh; asked in this order
	Client  *http.Client // nil: one that takes at most twenty seconds for an answer
}

const (
	relayTime = 20 * time.Second
	relaySize = 4 << 10 // bytes of an answer; a value has 300
)

// Fetch returns the signature of a round, from the first relay that has it. What it returns was checked against the
// network's key.
func (r Relays) Fetch(ctx context.Context, round int) (signature string, err error) {
	var errs []error
	for _, url := range r.URLs {
		if signature, err = r.ask(ctx, url, round); err == nil {
			return signature, nil
		}
		errs = append(errs, fmt.Errorf("relay %s: %w", url, err))
	}
	return "", errors.Join(errs...)
}

// value is a relay's answer.
type value struct {
	Round      int    `json:"round"`
	Randomness string `json:"randomness"`
	Signature  string `json:"signature"`
}

func (r Relays) ask(ctx context.Context, url string, round int) (string, error) {
	if !strings.HasPrefix(url, "https://") {
		return "", errors.New("only https is asked")
	}
	ctx, cancel := context.WithTimeout(ctx, relayTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(url, "/")+r.Network.Path(round), nil)
	if err != nil {
		return "", err
	}
	resp, err := r.client().Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("it answers %s", resp.Status)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, relaySize))
	if err != nil {
		return "", err
	}
	return r.Network.read(body, round)
}

// read takes the value out of a relay's answer and checks it in every way there is.
func (n Network) read(body []byte, round int) (string, error) {
	var v value
	if err := json.Unmarshal(body, &v); err != nil {
		return "", fmt.Errorf("its answer is no value: %w", err)
	}
	if v.Round != round {
		return "", fmt.Errorf("it answers with round %d", v.Round)
	}
	randomness, err := n.Check(round, v.Signature)
	if err != nil {
		return "", err
	}
	if told, err := dice.ParseHash(v.Randomness); v.Randomness != "" && (err != nil || told != randomness) {
		return "", errors.New("its randomness is not SHA-256 of its signature")
	}
	return v.Signature, nil
}

// client refuses to be led away from https.
func (r Relays) client() *http.Client {
	c := http.Client{Timeout: relayTime}
	if r.Client != nil {
		c = *r.Client
	}
	c.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		if req.URL.Scheme != "https" || len(via) > 3 {
			return errors.New("it leads elsewhere")
		}
		return nil
	}
	return &c
}
