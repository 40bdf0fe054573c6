// Package people is about who plays: games are made and started, people join, confirm, get seats, bid for sides, give
// addresses, leave, are replaced and forgotten; the bot's seats; the keys of a game renewed.
package people
