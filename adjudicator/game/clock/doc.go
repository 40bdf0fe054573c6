// Package clock says until when a game waits, and for which seats. It is pure: the time comes in, and what changes
// comes out as records for the game's history.
//
// A [Plan] is what the settings of a game come to: how long a turn or a phase may take, in which hours no deadline
// falls, what happens when one passes. A [Clock] is how time stands in one game: a [Wait] for each seat that is
// awaited. A wait runs or stands; the time that it stood is given back when it runs again. Nothing here moves a
// deadline back: whatever changes one, an extension, a pause, an outage, a vacation, moves it on, and a record says so.
//
// A span of hours is that much time, whatever the hands of the clock do meanwhile; a span of days ends at the same time
// of the day, so that a day in which summer time begins has 23 hours.
package clock
