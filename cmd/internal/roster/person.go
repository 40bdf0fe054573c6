package roster

import (
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"
)

// Person is who is to have a seat.
type Person struct {
	Address  string `json:"address"`
	Name     string `json:"name,omitempty"`
	Language string `json:"language,omitempty"`
	Zone     string `json:"zone,omitempty"`
	Second   string `json:"second,omitempty"` // another address, for when mail to the first bounces
}

// Languages are those in which mails are written.
var Languages = []string{"en", "de", "da"}

// Check returns what is wrong with a person's data.
func (p Person) Check() error {
	a, err := mail.ParseAddress(p.Address)
	if err != nil || a.Address != p.Address {
		return fmt.Errorf("%q is no mail address; it looks like anna@example.org", p.Address)
	}
	if a, err := mail.ParseAddress(p.Second); p.Second != "" && (err != nil || a.Address != p.Second) {
		return fmt.Errorf("%q is no mail address; the second one looks like the first", p.Second)
	}
	if strings.ContainsAny(p.Name, "\r\n\x00") || len(p.Name) > 80 {
		return errors.New("a name is one line of at most 80 bytes")
	}
	if p.Language != "" && !slices.Contains(Languages, p.Language) {
		return fmt.Errorf("language %q is not known; there are %s", p.Language, strings.Join(Languages, ", "))
	}
	if _, err := time.LoadLocation(p.Zone); err != nil {
		return fmt.Errorf("time zone %q is not known; it is a name like Europe/Berlin", p.Zone)
	}
	return nil
}

// Set sets the value of an option about the person, and reports whether it is such an option.
func (p *Person) Set(name, value string) bool {
	switch name {
	case "language":
		p.Language = strings.ToLower(value)
	case "zone":
		p.Zone = value
	case "name":
		p.Name = value
	default:
		return false
	}
	return true
}
