package commands

import "testing"

func TestHistoryTopics(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{"press": "press", "Briefe": "letters", "mails": "letters", "press 3": "press", "punktlighed": "punctuality",
		"press of Germany": "", "battles in SZ5": "", "": ""} {
		if got, n := topicOf(question); got != want || n != 0 && question != "press 3" {
			t.Errorf("%q: %q %d, want %q", question, got, n, want)
		}
	}
}
