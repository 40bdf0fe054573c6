package inbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"fieldpost/mailio"
)

// Count is what a poll has done.
type Count struct {
	Kept     int // mails handed to the Keeper
	Moved    int
	NotMoved int      // kept, but the server refused to move them; they stay where they are
	Renewed  []string // folders whose UIDVALIDITY has changed since the cursor was written
}

// Poll reads all folders once. It stops at the first error; what was kept until then is kept.
// After an error of the connection use a new one.
func (c *Conn) Poll(ctx context.Context, keeper Keeper) (Count, error) {
	var n Count
	// Folders are taken from the last to the first, so that the first is left open for IDLE.
	for _, f := range slices.Backward(c.config.Folders) {
		if err := c.pollFolder(ctx, f, keeper, &n); err != nil {
			return n, err
		}
	}
	return n, nil
}

func (c *Conn) pollFolder(ctx context.Context, f Folder, keeper Keeper, n *Count) error {
	cursor, err := keeper.Cursor(c.config.Account, f.Name)
	if err != nil {
		return fmt.Errorf("cursor of %s: %w", f.Name, err)
	}
	validity, err := c.selectFolder(ctx, f.Name)
	if err != nil {
		return err
	}
	if cursor.UIDValidity != validity {
		// The server has renumbered: everything is read again, and the ledger skips what it has.
		if cursor.UIDValidity != 0 {
			n.Renewed = append(n.Renewed, f.Name)
		}
		cursor = Cursor{UIDValidity: validity}
	}
	uids, err := c.search(ctx, f.Name, cursor)
	if err != nil {
		return err
	}
	for _, uid := range uids {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.fetchAndKeep(ctx, f, Cursor{validity, uid}, keeper, n); err != nil {
			return err
		}
	}
	return nil
}

// selectFolder opens the folder, or asks for news if it is open, and returns UIDVALIDITY.
func (c *Conn) selectFolder(ctx context.Context, name string) (uint32, error) {
	var validity uint32
	err := c.exchange(ctx, "open folder "+name, func() error {
		data, err := c.client.Select(name, nil).Wait()
		if err == nil {
			validity = data.UIDValidity
		}
		return err
	})
	return validity, err
}

// search lists the UIDs after the cursor. The cursor's own mail is listed once a connection: it
// is still there if the last run ended between keeping and moving it.
func (c *Conn) search(ctx context.Context, folder string, cursor Cursor) ([]uint32, error) {
	least := cursor.UID + 1
	if c.again[folder] != cursor && cursor.UID > 0 {
		least = cursor.UID
	}
	var uids []uint32
	err := c.exchange(ctx, "search folder "+folder, func() error {
		var set imap.UIDSet
		set.AddRange(imap.UID(least), 0) // 0 is '*'
		data, err := c.client.UIDSearch(&imap.SearchCriteria{UID: []imap.UIDSet{set}}, nil).Wait()
		if err != nil {
			return err
		}
		found, ok := data.All.(imap.UIDSet)
		if !ok || found.Dynamic() {
			return nil
		}
		all, _ := found.Nums()
		for _, uid := range all {
			// n:* always finds the last mail, even below n (RFC 9051, 6.4.8).
			if uint32(uid) >= least {
				uids = append(uids, uint32(uid))
			}
		}
		return nil
	})
	slices.Sort(uids)
	c.again[folder] = cursor
	return uids, err
}

// fetchAndKeep fetches one mail, has it kept, and moves it.
func (c *Conn) fetchAndKeep(ctx context.Context, f Folder, at Cursor, keeper Keeper, n *Count) error {
	raw, found, err := c.fetchMail(ctx, mailPlace{f.Name, at})
	if err != nil || !found {
		return err // not found: a person was quicker
	}
	raw.Account, raw.Folder = c.config.Account, f.Name
	verdict, err := keeper.Keep(raw)
	if err != nil {
		return fmt.Errorf("keep mail %d of %s: %w", at.UID, f.Name, err)
	}
	n.Kept++
	c.again[f.Name] = at
	target := ""
	switch verdict {
	case Take:
		target = f.Processed
	case Reject:
		target = f.Rejected
	}
	if target == "" || target == f.Name {
		return nil
	}
	moved, err := c.move(ctx, imap.UID(at.UID), target)
	switch {
	case moved:
		n.Moved++
	case err == nil, !broken(err):
		n.NotMoved++
		return nil
	}
	return err
}

// maxLost is how many connections in a row one mail may cost before it is taken as unreadable;
// Run stretches them over more than ten minutes. There are hosts whose answer for some mail the
// library cannot parse, however often it asks.
const maxLost = 10

// fetchMail fetches the mail, or says why it cannot be had.
func (c *Conn) fetchMail(ctx context.Context, p mailPlace) (mailio.Raw, bool, error) {
	if c.lost[p] >= maxLost {
		delete(c.lost, p)
		raw := mailio.Raw{UIDValidity: p.at.UIDValidity, UID: p.at.UID}
		raw.Unreadable = fmt.Sprintf("%d connections were lost over it", maxLost)
		return raw, true, nil
	}
	raw, found, err := c.fetch(ctx, p.at)
	switch {
	case err == nil:
		delete(c.lost, p)
	case !broken(err): // the server's NO
		raw.Bytes, raw.Unreadable = nil, err.Error()
		return raw, true, nil
	case ctx.Err() == nil:
		c.lost[p]++
	}
	return raw, found, err
}

// fetch asks for the size first, and then for no more than is wanted.
func (c *Conn) fetch(ctx context.Context, at Cursor) (mailio.Raw, bool, error) {
	raw := mailio.Raw{UIDValidity: at.UIDValidity, UID: at.UID}
	found := false
	what := fmt.Sprintf("fetch mail %d", at.UID)
	err := c.exchange(ctx, what, func() error {
		options := &imap.FetchOptions{UID: true, Flags: true, InternalDate: true, RFC822Size: true}
		return c.each(at, options, func(item imapclient.FetchItemData) error {
			switch item := item.(type) {
			case imapclient.FetchItemDataInternalDate:
				raw.Received = item.Time
			case imapclient.FetchItemDataRFC822Size:
				raw.Size, found = item.Size, true
			}
			return nil
		})
	})
	if err != nil || !found {
		return raw, false, err
	}
	// Some hosts only estimate the size, so the limit is asked for, not the size.
	want := c.config.MaxSize
	if raw.Size > c.config.MaxSize {
		raw.Truncated = true
		want = min(headSize, c.config.MaxSize)
	}
	found = false
	err = c.exchange(ctx, what, func() error {
		section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: want}}
		options := &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}
		return c.each(at, options, func(item imapclient.FetchItemData) error {
			body, ok := item.(imapclient.FetchItemDataBodySection)
			if !ok || body.Literal == nil {
				return nil
			}
			found = true
			data, err := io.ReadAll(io.LimitReader(body.Literal, want+1))
			if int64(len(data)) > want {
				// It was asked for want bytes; who knows how many more it would send. The library's
				// reader waits until the literal is read, so that must end first.
				c.bare.Close()
				io.Copy(io.Discard, body.Literal)
				return fmt.Errorf("the server sends more than the %d bytes asked for", want)
			}
			raw.Bytes = data
			raw.Truncated = raw.Truncated || int64(len(data)) == want && raw.Size != want
			return err
		})
	})
	return raw, found, err
}

// each calls f for the parts of the answer to a fetch of one mail. After an error of f the connection is closed and the
// answer not read to its end: that would read the literal a second time, while the library's reader is already past it.
func (c *Conn) each(at Cursor, options *imap.FetchOptions, f func(imapclient.FetchItemData) error) error {
	cmd := c.client.Fetch(imap.UIDSetNum(imap.UID(at.UID)), options)
	for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
		for item := msg.Next(); item != nil; item = msg.Next() {
			if err := f(item); err != nil {
				c.bare.Close()
				return err
			}
		}
	}
	return cmd.Close()
}

// move takes a mail out of the open folder. The library's own Move is used only where the server
// has MOVE: without it the library deletes the mail even if the copy failed.
func (c *Conn) move(ctx context.Context, uid imap.UID, target string) (moved bool, err error) {
	set := imap.UIDSetNum(uid)
	if c.caps.Has(imap.CapMove) {
		err := c.exchange(ctx, "move to "+target, func() error {
			_, err := c.client.Move(set, target).Wait()
			return err
		})
		return err == nil, err
	}
	err = c.exchange(ctx, "copy to "+target, func() error {
		_, err := c.client.Copy(set, target).Wait()
		return err
	})
	if err != nil {
		return false, err
	}
	err = c.exchange(ctx, "delete", func() error {
		flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
		if err := c.client.Store(set, flags, nil).Close(); err != nil {
			return err
		}
		if !c.caps.Has(imap.CapUIDPlus) {
			return nil // a plain EXPUNGE would take other people's deleted mails too
		}
		return c.client.UIDExpunge(set).Close()
	})
	return err == nil, err
}

// broken reports whether the connection is lost, rather than the answer a server's NO.
func broken(err error) bool {
	var answer *imap.Error
	return !errors.As(err, &answer)
}

// idle waits until the server announces something, or for at most d. Without IDLE it only waits.
// It never waits longer than the poll interval, and the poll that follows finds a dead peer out.
func (c *Conn) idle(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(min(d, c.config.Poll))
	defer timer.Stop()
	if !c.caps.Has(imap.CapIdle) {
		select {
		case <-timer.C:
			return nil
		case <-c.client.Closed():
			return fmt.Errorf("imap %s: connection lost", c.config.Server.Address())
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	var cmd *imapclient.IdleCommand
	err := c.exchange(ctx, "idle", func() (err error) {
		cmd, err = c.client.Idle()
		return err
	})
	if err != nil {
		return err
	}
	select {
	case <-timer.C:
	case <-c.news:
	case <-c.client.Closed():
	case <-ctx.Done():
		c.bare.Close() // the program ends: do not wait for a server that may be silent
		return ctx.Err()
	}
	return c.exchange(ctx, "end idle", func() error {
		if err := cmd.Close(); err != nil {
			return err
		}
		return cmd.Wait()
	})
}
