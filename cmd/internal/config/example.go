package config

import _ "embed"

// Example is the commented configuration that `fieldpost config init` writes; config.example.yaml of the repository is
// the same.
//
//go:embed example.yaml
var Example string
