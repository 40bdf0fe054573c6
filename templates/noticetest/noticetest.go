// Package noticetest makes notices for tests: one of each kind, with every field set.
package noticetest

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/notice"
)

// kinds is one of each kind of notice.
func kinds() []notice.Notice {
	return []notice.Notice{
		notice.UnknownSender{}, notice.NoGame{}, notice.NotYours{}, notice.WhichGame{}, notice.WrongSeat{},
		notice.WrongKey{}, notice.OldKey{}, notice.NoKey{}, notice.KeyUsed{}, notice.PlayersOnly{}, notice.RefereeOnly{},
		notice.NotByMail{}, notice.YouAreReferee{}, notice.TooBig{}, notice.Empty{}, notice.OnlyQuoted{},
		notice.NoText{}, notice.BrokenMail{}, notice.Encrypted{}, notice.Unreadable{}, notice.Broken{},
		notice.RefereeNews{}, notice.TooMany{}, notice.Budget{}, notice.NotAnswered{}, notice.StaleBase{},
		notice.UnknownBase{}, notice.NotStarted{}, notice.TooLate{},
		notice.Withdrawn{}, notice.EndsUnplaced{}, notice.NothingWaits{}, notice.Status{}, notice.Standing{},
		notice.Sent{}, notice.NoAppointment{}, notice.SendWhat{},
		notice.TripleA{}, notice.NoTripleA{},
		notice.Help{}, notice.Answer{}, notice.Locked{}, notice.LockVoided{}, notice.LockLate{}, notice.LockedOut{},
		notice.BeaconTaken{}, notice.BeaconIdle{}, notice.BeaconFalse{}, notice.Rekeyed{}, notice.Upgraded{},
		notice.Held{}, notice.HeldWhy{}, notice.HeldProgram{}, notice.Released{}, notice.StrangeHead{},
		notice.Reminder{}, notice.DeadlineMoved{}, notice.ClocksStopped{}, notice.ClocksAdjourned{}, notice.ClocksRun{},
		notice.ClockBounced{}, notice.ClockReached{}, notice.ClockBudget{}, notice.OutageGiven{}, notice.ClockJumped{},
		notice.DeadlinePassed{}, notice.BankDrawn{}, notice.TurnEmpty{}, notice.TurnByDefaults{}, notice.TurnByBot{},
		notice.TurnByDraft{}, notice.AnswerByDefault{}, notice.WaitingForgotten{}, notice.Away{}, notice.AwayTooLong{},
		notice.AwayPast{}, notice.AwayBack{}, notice.AwayNone{}, notice.DraftReady{}, notice.NoDeadline{},
		notice.PausedAlready{}, notice.RunningAlready{}, notice.PauseUsedUp{}, notice.GameCreated{},
		notice.NoNewGames{},
		notice.NotDone{}, notice.JoinClosed{}, notice.SeatTaken{}, notice.JoinAsked{}, notice.JoinRequested{},
		notice.JoinRejected{}, notice.Confirm{}, notice.ConfirmObserver{}, notice.Confirmed{}, notice.SeatGiven{},
		notice.Observing{}, notice.SeatFilled{}, notice.SeatFree{}, notice.SeatLost{}, notice.SeatLapsed{},
		notice.ObserverCame{}, notice.ObserverLeft{}, notice.YouLeft{}, notice.SettingChanged{}, notice.AccessChanged{},
		notice.JoinDecided{}, notice.OwnSettingChanged{}, notice.CannotStart{}, notice.Started{}, notice.NewKey{},
		notice.KeyDrawn{}, notice.KeySeen{}, notice.KeySeenHeld{}, notice.MailHeld{}, notice.MailWaits{},
		notice.MailDropped{}, notice.AddressAsked{}, notice.AddressWaits{}, notice.AddressAdded{}, notice.AddressMain{},
		notice.AddressDropped{}, notice.BadSignature{}, notice.Unbound{}, notice.SignatureAgain{},
		notice.OpenPGPKeyFiled{}, notice.NoOpenPGPKey{}, notice.KeyPublished{}, notice.PressReceived{},
		notice.PressSent{}, notice.PressAsked{}, notice.PressUnaddressed{}, notice.PressOff{}, notice.PressNamed{},
		notice.PressToReferee{}, notice.PressToNobody{}, notice.PressTooLong{}, notice.PressTooMany{},
		notice.VoteOpened{}, notice.VoteCast{}, notice.VoteCarried{}, notice.VoteRejected{}, notice.VoteLapsed{},
		notice.VoteNone{}, notice.BidsOpen{}, notice.BidSealed{}, notice.BidNoted{}, notice.BidOpened{},
		notice.BidsReveal{}, notice.BidsSettled{}, notice.BidNotAwaited{}, notice.BidEarly{}, notice.BidOther{},
		notice.BidBad{}, notice.Announced{}, notice.Ruled{}, notice.Edited{}, notice.RolledBack{}, notice.Foreseen{},
		notice.WaitsReferee{}, notice.WentOn{}, notice.ActRefused{}, notice.Proposed{}, notice.ProposalAgreed{},
		notice.ProposalRejected{}, notice.ProposalLapsed{}, notice.ProposalVoid{}, notice.ProposalAnswered{},
		notice.NoProposal{}, notice.NotAsked{}, notice.ReadingAsked{}, notice.ActAsked{}, notice.QuestionOver{},
		notice.QuestionDropped{}, notice.NoSuchReading{},
	}
}

// All returns one of each kind of notice, with every field set, except those that close a game to new players.
func All() []notice.Notice {
	list := kinds()
	for i, n := range list {
		v := reflect.New(reflect.TypeOf(n)).Elem()
		for f := range v.NumField() {
			v.Field(f).Set(reflect.ValueOf(value(n, v.Type().Field(f))))
		}
		list[i] = v.Interface().(notice.Notice)
	}
	return list
}

// at is the time in every notice.
var at = time.Date(2026, 12, 24, 19, 0, 0, 0, time.UTC)

// words are values of texts that must be one of a list.
var words = map[string]string{"Trouble": "too-deep"}

// numbers are values of numbers that are not 2.
var numbers = map[string]int{"Limit": 3, "Round": 3}

// value returns a value for a field. It panics for a type that no notice has had before.
func value(n notice.Notice, f reflect.StructField) any {
	lines, terms := []string{"eastfront", "g42"}, game.Terms{{Role: "GER", IPC: 4}, {Role: "JPN", IPC: 3}}
	switch reflect.Zero(f.Type).Interface().(type) {
	case notice.Quote:
		if _, ok := n.(notice.ActRefused); ok {
			return notice.Quote("not-last")
		}
		return notice.Quote(cmp.Or(words[f.Name], "westfront"))
	case string:
		return cmp.Or(words[f.Name], "westfront")
	case notice.Denial:
		return notice.DeniedNoSeat
	case notice.Doubt:
		return notice.OldMail
	case []string:
		return lines
	case [][]string:
		return [][]string{lines, lines}
	case int:
		return cmp.Or(numbers[f.Name], 2)
	case bool:
		return f.Name != "Closed"
	case time.Time:
		return at
	case time.Duration:
		return 50 * time.Hour
	case board.Power:
		return board.Power("Japan")
	case []board.Power:
		return []board.Power{"Germany", "Japan"}
	case []board.SpaceID:
		return []board.SpaceID{1, 2}
	case order.Phase:
		return order.Combat
	case exchange.UnfitError:
		return exchange.UnfitError{Why: exchange.UnfitTech, Power: "Japan", Tech: 2}
	case []exchange.Loss:
		return []exchange.Loss{{Kind: exchange.LostSubmerged, N: 2}}
	case order.Sheet:
		return order.Sheet{Done: 1}
	case board.Side:
		return board.Axis
	case local.Participant:
		return local.Participant{Power: "Japan"}
	case []local.Participant:
		return []local.Participant{{Power: "Germany"}, {Word: "referee"}}
	case notice.Tally:
		return tally()
	case []notice.Tally:
		return []notice.Tally{tally()}
	case game.Terms:
		return terms
	case []notice.Sitters:
		return []notice.Sitters{{Power: "USSR", Names: []string{"Bert"}},
			{Power: "Germany", Names: []string{"Anna", "Carl"}}, {Power: "UK"}}
	case []notice.OpenBid:
		return []notice.OpenBid{{By: "UK", Terms: terms, Salt: "0123456789abcdef", Hash: strings.Repeat("0f", 32)}}
	case *notice.Undone:
		return &notice.Undone{Turns: lines, Again: lines, Edits: lines, Waiting: "Japan"}
	case []layout.File:
		return []layout.File{{Name: "eastfront-7.txt", Type: "application/octet-stream", Data: []byte("pbd1 record\n")}}
	}
	panic(fmt.Sprintf("noticetest: %T.%s is a %s, for which there is no value", n, f.Name, f.Type))
}

func tally() notice.Tally {
	return notice.Tally{On: "surrender", Side: board.Axis, Yes: []board.Power{"Japan"}, No: []board.Power{"USA"},
		Open: []board.Power{"Germany"}, Until: at}
}
