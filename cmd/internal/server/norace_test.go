package server

const underRace = false
