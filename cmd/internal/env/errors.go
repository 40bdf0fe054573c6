package env

import (
	"errors"
	"fmt"
	"runtime/debug"

	"fieldpost/store"
	"fieldpost/templates/notice"
)

// ErrOverrun reports a letter that took longer than it may.
var ErrOverrun = errors.New("it took too long")

// RecoverPanic makes an error of a panic.
func RecoverPanic(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
	}
}

// TryMail makes a mail that goes out beside what is decided. One that cannot be made is left out and logged: it undoes nobody's orders. Only
// an error of the store itself is returned.
func (e *Env) TryMail(what string, mail func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
		if err != nil && !IsFatal(err) {
			e.Log.Error("mail left out", "what", what, "error", err)
			err = nil
		}
	}()
	return mail()
}

// IsFatal tells whether an error is of the store itself: nothing can be written any more.
func IsFatal(err error) bool {
	return errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrCorrupt)
}

// NotDone is a request that cannot be granted.
type NotDone struct {
	Why  string        // in English, for commands
	Key  notice.Denial // in a mail; "": why
	Args []string      // what fills its places
}

func (n *NotDone) Error() string { return n.Why }
