package main

import "errors"

// usage is an error of the command line.
func usage(what string) error { return errors.New(what) }
