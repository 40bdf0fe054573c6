package main

import "encoding/json"

// json prints a result as indented JSON.
func (e *invocation) json(v any) error {
	enc := json.NewEncoder(e.stdout)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
