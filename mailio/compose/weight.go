package compose

import (
	"io"
	"mime/quotedprintable"
)

// TextWeight returns how many bytes a text of a mail has as it is sent, in quoted-printable.
func TextWeight(text string) int {
	var n counter
	w := quotedprintable.NewWriter(&n)
	io.WriteString(w, withCRLF(text))
	w.Close()
	return int(n)
}

// lineLength is how many letters a line of base64 has in a mail.
const lineLength = 76

// FileWeight returns how many bytes a file or picture of a mail has as it is sent, in base64.
func FileWeight(data []byte) int {
	n := (len(data) + 2) / 3 * 4
	return n + (n+lineLength-1)/lineLength*len("\r\n")
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
