package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/queries"
)

type gameMailsCmd struct {
	storePlace
	overwrite
	Name string `arg:"" optional:"" help:"The game; without one, all mails that ever came."`
	CSV  string `name:"csv" placeholder:"FILE" help:"Write a table to this file; - for stdout." type:"path"`
	JSON bool   `help:"Print JSON."`
}

// Run lists the intake log.
func (c *gameMailsCmd) Run(e *invocation) error {
	var rows []queries.MailRow
	if err := c.request(e, "game.mails", gamestore.GameName{Game: c.Name}, &rows); err != nil {
		return err
	}
	if c.JSON {
		return e.json(rows)
	}
	head := []string{"number", "received", "game", "seat", "outcome", "reason", "done", "message-id", "sha256"}
	var cells [][]string
	for _, r := range rows {
		cells = append(cells, []string{strconv.FormatUint(r.Number, 10), stamp(r.Received), r.Game, r.Seat, r.Outcome,
			r.Reason, stamp(r.Done), r.MessageID, r.SHA256})
	}
	if c.CSV != "" {
		return c.writeCSV(e, c.CSV, head, cells)
	}
	for i := range cells {
		cells[i][8] = cells[i][8][:12]
		cells[i] = append(cells[i][:6:6], cells[i][8])
	}
	return printTable(e.stdout, append(head[:6:6], "sha256"), cells)
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

type gameResultsCmd struct {
	storePlace
	overwrite
	Name   string `arg:"" optional:"" help:"A game, told seat by seat; without one, all games, told player by player."`
	CSV    string `name:"csv" placeholder:"FILE" help:"Write a table to this file; - for stdout." type:"path"`
	Public bool   `help:"For a list that everybody may see: no names or addresses of players, but made-up names that stay the same."`
	JSON   bool   `help:"Print JSON."`
}

// Run prints the table.
func (c *gameResultsCmd) Run(e *invocation) error {
	var rows []queries.ResultRow
	if err := c.request(e, "game.results", queries.ResultsRequest{Game: c.Name, Public: c.Public}, &rows); err != nil {
		return err
	}
	if c.JSON {
		return e.json(rows)
	}
	head := []string{"player", "games", "won", "lost", "drawn", "running", "goes", "median hours", "missed",
		"reminders", "vacations"}
	if c.Name != "" {
		head[0] = "seat"
	}
	var cells [][]string
	for _, r := range rows {
		line := []string{r.Player}
		for _, n := range []int{r.Games, r.Won, r.Lost, r.Drawn, r.Running, r.Resolutions} {
			line = append(line, strconv.Itoa(n))
		}
		line = append(line, strconv.FormatFloat(r.Hours, 'f', 1, 64))
		for _, n := range []int{r.Missed, r.Reminders, r.Vacations} {
			line = append(line, strconv.Itoa(n))
		}
		cells = append(cells, line)
	}
	if c.CSV != "" {
		return c.writeCSV(e, c.CSV, head, cells)
	}
	return printTable(e.stdout, head, cells)
}

func printTable(to io.Writer, head []string, rows [][]string) error {
	w := tabwriter.NewWriter(to, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(head, "\t"))
	for _, r := range rows {
		for i, cell := range r {
			r[i] = orDash(cell)
		}
		fmt.Fprintln(w, strings.Join(r, "\t"))
	}
	return w.Flush()
}

// writeCSV writes a table for spreadsheets. A cell that a spreadsheet would take for a formula begins with an
// apostrophe: some words come from mails.
func (o overwrite) writeCSV(e *invocation, path string, head []string, rows [][]string) error {
	if path == "-" {
		return printCSV(e.stdout, head, rows)
	}
	return o.write(path, 0o644, func(w io.Writer) error { return printCSV(w, head, rows) })
}

func printCSV(to io.Writer, head []string, rows [][]string) error {
	w := csv.NewWriter(to)
	w.Write(head)
	for _, r := range rows {
		for i, cell := range r {
			if len(cell) > 1 && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
				r[i] = "'" + cell
			}
		}
		w.Write(r)
	}
	w.Flush()
	return w.Error()
}

type gameForgetCmd struct {
	storePlace
	Address string `arg:"" help:"The person's mail address."`
	JSON    bool   `help:"Print JSON."`
}

// Run erases the person.
func (c *gameForgetCmd) Run(e *invocation) error {
	var f people.Forgotten
	if err := c.request(e, "game.forget", people.ForgetRequest{Address: c.Address}, &f); err != nil {
		return err
	}
	if c.JSON {
		return e.json(f)
	}
	fmt.Fprintf(e.stdout, "erased: %d seats, %d mails that came, %d that went out\n", f.Seats, f.Letters, f.Mails)
	if f.Waiting > 0 {
		fmt.Fprintf(e.stdout, "%d mails are still to go out: ask again when they are gone\n", f.Waiting)
	}
	return nil
}
