package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"fieldpost/templates/noticetest"
)

var sent = regexp.MustCompile(`\bnotice\.([A-Z]\w*)\b`)

// TestEveryNoticeIsSent finds notices that no code of the application makes.
func TestEveryNoticeIsSent(t *testing.T) {
	t.Parallel()
	made := map[string]bool{}
	err := filepath.WalkDir(filepath.Join("..", "..", "..", "cmd"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range sent.FindAllSubmatch(text, -1) {
			made[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range noticetest.All() {
		if name := reflect.TypeOf(n).Name(); !made[name] {
			t.Errorf("nobody sends %s", name)
		}
	}
}
