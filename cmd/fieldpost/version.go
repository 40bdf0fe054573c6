package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// What .ci/release builds in.
var release, commit string

type versionCmd struct {
	JSON bool `help:"Print JSON."`
}

// Run prints which fieldpost this is.
func (c *versionCmd) Run(e *invocation) error {
	if c.JSON {
		return e.json(map[string]string{"version": version(), "commit": revision(), "go": runtime.Version(),
			"platform": runtime.GOOS + "/" + runtime.GOARCH})
	}
	_, err := fmt.Fprintln(e.stdout, "fieldpost", version())
	return err
}

// version is that of the release, else the module's, else the revision it was built from.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	if r := revision(); r != "" {
		return r[:min(12, len(r))]
	}
	return "devel"
}

// revision is the commit it was built from, "" where that is not known.
func revision() string {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return commit
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return cmp.Or(commit, s.Value)
		}
	}
	return commit
}
