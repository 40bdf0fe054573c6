// Fieldpost is a referee for Axis & Allies by mail: it reads order mails from a mailbox, plays the turns with dice that
// anyone can check, and mails the reports.
//
// Each command is a file of this package. Results go to stdout, everything else to stderr; the exit code is 0 when
// done, 1 when the answer is no, 2 for wrong usage or a broken environment, 3 when a proof is unsigned.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // players name time zones, and not every machine has the files

	"github.com/alecthomas/kong"
)

// cli is all commands; kong reads usage and flags from the tags.
type cli struct {
	Demo    demoCmd    `cmd:"" help:"Play a whole round by real mail, with nothing to set up."`
	Serve   serveCmd   `cmd:"" help:"Run the daemon."`
	Config  configCmd  `cmd:"" help:"Write or check the configuration."`
	Game    gameCmd    `cmd:"" help:"Make, show, start, export and import games."`
	Case    caseCmd    `cmd:"" help:"Play conformance cases."`
	Odds    oddsCmd    `cmd:"" help:"Tell the exact chances of a battle."`
	Orders  ordersCmd  `cmd:"" help:"Check orders, or print them in canonical form."`
	Verify  verifyCmd  `cmd:"" help:"Check reports with nothing but their files."`
	Audit   auditCmd   `cmd:"" help:"Play a game again from its orders and seeds, and compare."`
	Replay  replayCmd  `cmd:"" help:"Show a past position, or a past turn step by step."`
	Backup  backupCmd  `cmd:"" help:"Copy the store while it is in use."`
	Store   storeCmd   `cmd:"" help:"Check or compact the store."`
	Help    helpCmd    `cmd:"" help:"Explain a command."`
	Docs    docsCmd    `cmd:"" help:"Print the manual page or shell completions."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

// invocation is what a command works with besides its flags.
type invocation struct {
	ctx            context.Context
	stdout, stderr io.Writer
}

// errNo is the answer no: the command has said why, and the exit code is 1.
var errNo = errors.New("no")

func main() {
	os.Exit(run(signalled(), os.Args[1:], os.Stdout, os.Stderr))
}

// signalled is a context that ends with the first signal to stop. The process ends stopTime later, or with a second
// signal at once.
func signalled() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop()
		time.Sleep(stopTime)
		fmt.Fprintln(os.Stderr, "fieldpost: stopped in the middle of its work; what is stored is whole")
		os.Exit(exitStopped)
	})
	return ctx
}

// stopTime is how long a command may take to end after a signal. What then still runs is cut off: the store bears that
// at any moment.
const stopTime = 3 * time.Second

// exitStopped is the exit code of a command that was cut off: that of SIGTERM in a shell.
const exitStopped = 128 + 15

// run is main without the process around it.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var c cli
	exited := -1
	parser, err := kong.New(&c, kong.Name("fieldpost"), kong.Description("A referee for Axis & Allies by mail."),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { exited = code }), kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	if err != nil {
		fmt.Fprintln(stderr, "fieldpost:", err)
		return 2
	}
	if len(args) == 0 {
		args = []string{"help"}
	}
	command, err := parser.Parse(args)
	if exited >= 0 {
		return exited // --help
	}
	if err != nil {
		fmt.Fprintln(stderr, "fieldpost:", err)
		return 2
	}
	switch err := command.Run(&invocation{ctx, stdout, stderr}); {
	case err == nil:
		return 0
	case errors.Is(err, errNo):
		return 1
	case errors.Is(err, errUnsigned):
		return 3
	default:
		fmt.Fprintln(stderr, "fieldpost:", err)
		return 2
	}
}
