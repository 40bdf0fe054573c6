package daemon

import (
	"fmt"
	"strconv"

	"fieldpost/mailio"
	"fieldpost/store"
)

// bounce takes a delivery report: mail to a seat that comes back for good is noted at the seat and told to the referee. It is
// never answered (mail convention 53).
func (e *errand) bounce() (*outcome, error) {
	b := e.letter.Bounce
	if !b.Permanent() {
		return &outcome{ignored, "bounce-temporary"}, nil
	}
	m, ok, err := e.tx.MailByID(b.MessageID)
	if err != nil {
		return nil, err
	}
	if !ok {
		return &outcome{ignored, "bounce-unknown"}, nil // of a mail that was never ours: proves nothing
	}
	why := "mail came back"
	for _, f := range b.Recipients {
		if f.Permanent {
			why = fmt.Sprintf("%s %s", f.Status, f.Reason)
		}
	}
	refs, err := e.seatsOf(addressHandle(m.To))
	if err != nil {
		return nil, err
	}
	for _, ref := range refs {
		if err := e.markBounced(ref, m.To, why); err != nil {
			return nil, err
		}
	}
	return &outcome{ignored, "bounce"}, e.o.tellReferee(e.tx, "bounce", []string{m.To, why}, "letter", strconv.FormatUint(e.row.Number, 10))
}

func (e *errand) markBounced(ref store.SeatRef, addr, why string) error {
	t, err := openTable(e.tx, ref.Game)
	if err != nil {
		return err
	}
	s := *t.named(ref.Seat)
	if mailio.FoldAddress(s.Address) != mailio.FoldAddress(addr) {
		return nil
	}
	s.Bounced = why
	return t.saveSeat(e.tx, s)
}
