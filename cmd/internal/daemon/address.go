package daemon

import (
	"fmt"
	"slices"
	"strconv"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// A person may write from several addresses. One is the main one, to which his mail goes; every other has to confirm before it counts.

// mostAddresses is how many a seat may have, those that have yet to confirm among them.
const mostAddresses = 5

var _ = define[commands.Address](command.Spec{
	Syntax: []commands.Syntax{commands.AddressSyntax},
	Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
}, asNotice((*errand).addresses))

// addresses does a line `address …`.
func (e *errand) addresses(c commands.Address) (notice.Notice, error) {
	s := *e.seat
	if err := e.o.checkPerson(roster.Person{Address: c.Address}); err != nil {
		return nil, notDoneFor(err)
	}
	same := func(a string) bool { return mailio.FoldAddress(a) == mailio.FoldAddress(c.Address) }
	other := slices.IndexFunc(s.Others, same)
	switch {
	case c.What == "drop":
		return e.dropAddress(s, c.Address, same)
	case same(s.Address):
		return nil, &notDone{why: fmt.Sprintf("%s is your main address already", c.Address), key: notice.DeniedMainAlready, args: []string{c.Address}}
	case c.What == "main" && other >= 0:
		return e.mainAddress(s, other)
	case c.What == "" && other >= 0:
		return nil, &notDone{why: fmt.Sprintf("%s is one of your addresses already; address main %s makes it the main one", c.Address, c.Address), key: notice.DeniedYoursAlready, args: []string{c.Address}}
	case len(s.Others)+len(s.Asked) >= mostAddresses:
		return nil, &notDone{why: fmt.Sprintf("you have %d addresses already; address drop ADDRESS takes one away", mostAddresses), key: notice.DeniedTooManyAddresses, args: []string{strconv.Itoa(mostAddresses)}}
	}
	if err := e.mayAsk(); err != nil {
		return nil, err
	}
	return e.askAddress(s, c.Address, same)
}

// asksADay is how many addresses the sender may have us write to in a day, that have not written themselves.
const asksADay = 20

// mayAsk counts a mail to such an address. The error is a notDone.
func (e *errand) mayAsk() error {
	if n, err := e.o.countToday(e.tx, "asks", e.letter.From.Addr); err != nil {
		return err
	} else if n > asksADay {
		return &notDone{why: fmt.Sprintf("no more than %d addresses a day", asksADay), key: notice.DeniedAddressesADay, args: []string{strconv.Itoa(asksADay)}}
	}
	return nil
}

// askAddress asks a new address to confirm, with a code of its own: the seat's key is not for an address that may be mistyped.
func (e *errand) askAddress(s roster.Seat, addr string, same func(string) bool) (notice.Notice, error) {
	asked := roster.AskedAddress{Address: addr, Generation: s.Generation, At: e.o.Now().UTC()}
	code, err := e.o.codeOf(e.tx, e.table.row, s, asked)
	if err != nil {
		return nil, err
	}
	asked.Handle = code.Handle()
	s.Asked = slices.DeleteFunc(slices.Clone(s.Asked), func(a roster.AskedAddress) bool { return same(a.Address) })
	s.Asked = append(s.Asked, asked)
	if err := e.table.saveSeat(e.tx, s); err != nil {
		return nil, err
	}
	v := notice.AddressAsked{Main: notice.Quote(s.Address), Lines: []string{"key " + code.Reveal()}}
	return notice.AddressWaits{Address: notice.Quote(addr)}, e.o.ask(e.tx, e.table, s, addr, v, code, "")
}

// addAddress counts an address from now on that has confirmed, and tells the main one.
func (o *Office) addAddress(tx *store.Tx, t *Table, s roster.Seat, asked int) error {
	addr := s.Asked[asked].Address
	s.Asked = slices.Delete(slices.Clone(s.Asked), asked, asked+1)
	s.Others = append(slices.Clone(s.Others), addr)
	if err := t.saveSeat(tx, s); err != nil {
		return err
	}
	entry, err := o.act(t, s.Actor(), "adds an address", mailio.FoldAddress(addr))
	if err != nil {
		return err
	}
	return o.tell(tx, t, s, notice.AddressAdded{Address: notice.Quote(addr)}, seqName(entry), "address")
}

// mainAddress has the mail go to another of the person's addresses; both are told.
func (e *errand) mainAddress(s roster.Seat, other int) (notice.Notice, error) {
	old := s
	s.Others = slices.Clone(s.Others)
	s.Address, s.Others[other], s.Bounced = s.Others[other], s.Address, ""
	s.Lost = slices.DeleteFunc(slices.Clone(s.Lost), func(l roster.LostAddress) bool { return l.Address == s.Address })
	s.Lost = nil
	if old.Kind == roster.Observer { // whose chair is known by its address
		if err := e.table.removeOther(e.tx, old); err != nil {
			return nil, err
		}
	}
	if err := e.table.saveSeat(e.tx, s); err != nil {
		return nil, err
	}
	e.seat = e.table.named(s.ID())
	entry, err := e.o.act(e.table, s.Actor(), "changes the main address", mailio.FoldAddress(s.Address))
	if err != nil {
		return nil, err
	}
	v := notice.AddressMain{Address: notice.Quote(s.Address)}
	for i, x := range []roster.Seat{old, s} {
		if err := e.o.tell(e.tx, e.table, x, v, seqName(entry), []string{"old", "new"}[i]); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

func (e *errand) dropAddress(s roster.Seat, addr string, same func(string) bool) (notice.Notice, error) {
	n := len(s.Others) + len(s.Asked)
	s.Others = slices.DeleteFunc(slices.Clone(s.Others), same)
	s.Asked = slices.DeleteFunc(slices.Clone(s.Asked), func(a roster.AskedAddress) bool { return same(a.Address) })
	if len(s.Others)+len(s.Asked) == n {
		return nil, &notDone{why: fmt.Sprintf("%s is none of your further addresses; make another one the main one first: address main ADDRESS", addr), key: notice.DeniedNotYours, args: []string{addr}}
	}
	if err := e.table.saveSeat(e.tx, s); err != nil {
		return nil, err
	}
	_, err := e.o.act(e.table, s.Actor(), "drops an address", mailio.FoldAddress(addr))
	return notice.AddressDropped{Address: notice.Quote(addr)}, err
}
