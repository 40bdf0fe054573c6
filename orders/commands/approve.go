package commands

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/orders/syntax"
)

// The lines `approve …` and `reject …`, and those about who may join.
type (
	// Approve agrees to what has a number (No: rejects it): a proposal, or a mail that is held for the sender.
	Approve struct {
		Line
		No     bool
		Of     Numbered
		Number int
		Text   string // as written
	}
	// Admit lets in a person who has asked (No: turns them away).
	Admit struct {
		Line
		No   bool
		Text string // ADDRESS [as POWER]; no address if it lacks one
	}
	// Allow lets addresses join (No: keeps them out): ADDRESS or *@DOMAIN.
	Allow struct {
		Line
		No      bool
		Pattern string
	}
)

// Numbered is what a number of an Approve is of.
type Numbered int

const (
	ProposalOrMail Numbered = iota // approve 3
	Proposal                       // approve proposal 3
	HeldMail                       // approve letter 3
)

// How they are written.
var (
	ApproveSyntax = define("approve", readApprove, "approve proposal 2")
	RejectSyntax  = define("reject", readApprove, "reject letter 17")
	AdmitSyntax   = ApproveSyntax.also("approve anna@example.org as Germany")
	AllowSyntax   = define("allow", readAllow, "allow *@example.org")
	DenySyntax    = define("deny", readAllow, "deny *@example.net")
)

// proposalWords may stand before a proposal's number, in the three languages.
var proposalWords = []string{"proposal", "vorschlag", "forslag"}

// readApprove: approve [proposal | letter] N, approve ADDRESS [as POWER]; reject likewise.
func readApprove(s *syntax.Scan) Command {
	no, text := s.Keyword == "reject", s.Value()
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 1 || len(words) == 2 {
		n, err := strconv.ParseUint(words[len(words)-1], 10, 63)
		of := HeldMail
		switch {
		case len(words) == 1:
			of = ProposalOrMail
		case slices.Contains(proposalWords, words[0]):
			of = Proposal
		}
		if err == nil {
			return Approve{Line(s.Line), no, of, int(n), text}
		}
	}
	return Admit{Line(s.Line), no, text}
}

func readAllow(s *syntax.Scan) Command {
	return Allow{Line(s.Line), s.Keyword == "deny", strings.TrimSpace(s.Value())}
}

func (c Approve) print(pr *syntax.Printer) { pr.Say(c.Keyword(), c.Text) }
func (c Admit) print(pr *syntax.Printer)   { pr.Say(c.Keyword(), c.Text) }
func (c Allow) print(pr *syntax.Printer)   { pr.Say(c.Keyword(), c.Pattern) }

// Keyword is approve or reject.
func (c Approve) Keyword() string { return either(c.No, "reject", "approve") }

// Keyword is approve or reject.
func (c Admit) Keyword() string { return either(c.No, "reject", "approve") }

// Keyword is allow or deny.
func (c Allow) Keyword() string { return either(c.No, "deny", "allow") }

func either(no bool, negative, positive string) string {
	if no {
		return negative
	}
	return positive
}
