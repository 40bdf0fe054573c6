package templates

import (
	"strings"

	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

// Story tells events as a report does, in plain text of at most [Columns] columns. The error names a message that could not be
// made.
func Story(set *rules.Set, events []event.Reported, lang orders.Lang) (string, error) {
	s, err := newSpeaker(set, lang)
	if err != nil {
		return "", err
	}
	l := &letter{lang: string(lang)}
	l.add(s.narrate(events, nil)...)
	return strings.TrimSpace(l.text()) + "\n", s.err
}
