package guard

import (
	"errors"
	"strings"
)

// ReasonedRequest is a request about a game that its records give a reason for.
type ReasonedRequest struct {
	Game   string `json:"game"`
	Reason string `json:"reason"`
}

func (r ReasonedRequest) Check() error {
	if strings.TrimSpace(r.Reason) == "" || strings.ContainsAny(r.Reason, "\r\n") {
		return errors.New("a reason is needed, one line of words: everybody reads it")
	}
	return nil
}
