package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// Secret is a password or token. It prints as stars; only Reveal returns its text.
type Secret struct{ text string }

// Reveal returns the text.
func (s Secret) Reveal() string { return s.text }

// Format keeps the secret out of every fmt verb.
func (s Secret) Format(f fmt.State, _ rune) { io.WriteString(f, "****") }

// LogValue keeps the secret out of logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue("****") }

// UnmarshalYAML refuses a secret that is in the file itself, without repeating it.
func (s *Source) UnmarshalYAML(n ast.Node) error {
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		type plain Source
		return yaml.NodeToValue(n, (*plain)(s), yaml.Strict())
	}
	return &badValue{n, "a secret must not stand in the config",
		"name an environment variable or a file instead: {env: FIELDPOST_PASSWORD} or {file: password.txt}"}
}

// commandTime is how long a command may take to print a secret.
const commandTime = 30 * time.Second

// Read fetches the secret. Errors name where it should have come from, never what came.
func (s Source) Read(ctx context.Context) (Secret, error) {
	switch {
	case s.Env != "":
		v := os.Getenv(s.Env)
		if v == "" {
			return Secret{}, fmt.Errorf("the environment variable %s is not set; set it to the secret, or name a file",
				s.Env)
		}
		return Secret{v}, nil
	case s.File != "":
		return readFile(s.File)
	case len(s.Command) > 0:
		return run(ctx, s.Command)
	}
	return Secret{}, errors.New("no source for the secret is given")
}

func readFile(path string) (Secret, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Secret{}, fmt.Errorf("there is no file %s; write the secret into it and run chmod 600 %s", path, path)
	} else if err != nil {
		return Secret{}, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return Secret{}, fmt.Errorf("%s can be read by others; run chmod 600 %s", path, path)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return Secret{}, err
	}
	text := strings.TrimRight(string(b), "\r\n")
	if text == "" {
		return Secret{}, fmt.Errorf("%s is empty; write the secret into it", path)
	}
	return Secret{text}, nil
}

func run(ctx context.Context, command []string) (Secret, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	var out, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		return Secret{}, fmt.Errorf("the command %s for the secret failed: %w", command[0], err)
	}
	text := strings.TrimSpace(out.String())
	if text == "" {
		return Secret{}, fmt.Errorf("the command %s printed no secret", command[0])
	}
	return Secret{text}, nil
}
