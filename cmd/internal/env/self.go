package env

import (
	"strings"

	"fieldpost/mailio"
)

// Mail that comes back (mail convention 53) is known by the tag of its return path alone: the report comes to it, or quotes it as the
// envelope's id. Whatever else a report says can be made up by anybody. For good: the seat's second address is tried, and the referee is
// told. For now: the mail is sent again, a few times. A delivery report is never answered.

// ReturnPrefix begins the plus part of a return path; the mail's tag follows.
const ReturnPrefix = "b."

// maxLocalPart is how long the local part of an address may be (RFC 5321, 4.5.3.1.1).
const maxLocalPart = 64

// ReturnPath is the envelope sender of a mail (VERP), or the plain address if that would grow too long.
func (s Self) ReturnPath(tag string) string {
	path := mailio.WithPlus(s.Address.Addr, ReturnPrefix+tag)
	if strings.IndexByte(path, '@') > maxLocalPart {
		return s.Address.Addr
	}
	return path
}
