package report

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"fieldpost/templates/layout"
)

var (
	allowed = map[string]bool{"html": true, "head": true, "meta": true, "title": true, "body": true, "table": true,
		"tbody": true, "tr": true, "td": true,
		"th": true, "p": true, "h1": true, "h2": true, "h3": true, "ul": true, "li": true, "b": true, "pre": true, "img": true, "i": true}
	wide = regexp.MustCompile(`(?:^|[;\s])width:(\d+)px`)
)

// clip is the size from which on Gmail shows only the beginning of a mail.
const clip = 100 << 10

func checkHTML(t *testing.T, name string, m layout.Mail, lang string) {
	t.Helper()
	for _, fault := range mailFaults(m, lang) {
		t.Errorf("%s: %s", name, fault)
	}
}

// mailFaults lists what some mail program would drop, block, clip or show wrongly in the HTML of a mail.
func mailFaults(m layout.Mail, lang string) []string {
	doc, err := html.Parse(strings.NewReader(m.HTML))
	if err != nil {
		return []string{err.Error()}
	}
	c := checker{lang: lang, inline: map[string]bool{}}
	for _, f := range m.Inline {
		c.inline["cid:"+f.CID] = true
	}
	if !strings.HasPrefix(m.HTML, "<!DOCTYPE html>") {
		c.fault("no doctype: old programs guess how to lay it out")
	}
	if len(m.HTML) > clip {
		c.fault("%d bytes: Gmail clips at 102 KiB", len(m.HTML))
	}
	c.walk(doc)
	return c.faults
}

type checker struct {
	lang   string
	inline map[string]bool // addresses of the pictures in the mail
	faults []string
}

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

func (c *checker) walk(n *html.Node) {
	if n.Type == html.ElementNode {
		attr := map[string]string{}
		for _, a := range n.Attr {
			attr[a.Key] = a.Val
		}
		c.element(n, attr)
		c.style(n.Data, attr["style"])
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		c.walk(child)
	}
}

func (c *checker) element(n *html.Node, attr map[string]string) {
	if !allowed[n.Data] {
		c.fault("element <%s>", n.Data)
	}
	for key, value := range attr {
		if strings.HasPrefix(key, "on") || strings.Contains(value, "://") || strings.Contains(value, "url(") ||
			key == "class" || key == "id" {
			c.fault("<%s %s=%q>", n.Data, key, value)
		}
	}
	switch n.Data {
	case "html":
		if attr["lang"] != c.lang {
			c.fault("lang=%q, want %q", attr["lang"], c.lang)
		}
	case "img":
		if attr["alt"] == "" || !c.inline[attr["src"]] {
			c.fault("picture %v: it must have words in its place and be in the mail", attr)
		}
		if attr["width"] == "" {
			c.fault("picture %v without width: Outlook shows it in its own", attr["src"])
		}
	case "table":
		if attr["role"] != "presentation" && !holds(n, "th") {
			c.fault("a table without heads that is not role=presentation: it is read out as data")
		}
		if attr["cellpadding"] == "" || attr["cellspacing"] == "" || attr["border"] == "" {
			c.fault("a table without cellpadding, cellspacing and border: Outlook has its own")
		}
	case "td", "th":
		if attr["bgcolor"] != "" && !strings.Contains(attr["style"], "background-color:"+attr["bgcolor"]) {
			c.fault("bgcolor %s is not the colour of the style %s", attr["bgcolor"], attr["style"])
		}
	}
	if n, err := strconv.Atoi(attr["width"]); err == nil && n > 640 {
		c.fault("%d pixels wide", n)
	}
}

// holds reports whether a table has an element of its own, not of a table inside.
func holds(table *html.Node, tag string) bool {
	for n := table.FirstChild; n != nil; n = n.NextSibling {
		if n.Type == html.ElementNode && n.Data != "table" && (n.Data == tag || holds(n, tag)) {
			return true
		}
	}
	return false
}

func (c *checker) style(tag, style string) {
	for _, bad := range []string{"position:", "float:", "display:flex", "display:grid", "@media", "var(", "calc(",
		"!important", "background-image"} {
		if strings.Contains(style, bad) {
			c.fault("<%s> has %s in its style", tag, bad)
		}
	}
	if f := wide.FindStringSubmatch(style); f != nil {
		if n, err := strconv.Atoi(f[1]); err == nil && n > 640 {
			c.fault("<%s> is %d pixels wide", tag, n)
		}
	}
	// What sets a background must set its text's colour, and the other way round, or dark themes make it unreadable.
	back, ink := strings.Contains(style, "background"), strings.Contains(style, ";color:") ||
		strings.HasPrefix(style, "color:")
	if back != ink {
		c.fault("<%s> sets one of background and colour alone: %s", tag, style)
	}
}

// What mail programs cannot bear is found.
func TestMailFaultsAreFound(t *testing.T) {
	t.Parallel()
	const head, end = `<!DOCTYPE html><html lang="en"><body>`, `</body></html>`
	table := func(attr, rows string) string {
		return `<table cellpadding="0" cellspacing="0" border="0"` + attr + `>` + rows + `</table>`
	}
	for body, want := range map[string]string{
		"<p>All is well.</p>":                                     "",
		table(` role="presentation"`, "<tr><td>1</td></tr>"):      "",
		table("", "<tr><th>n</th></tr><tr><td>1</td></tr>"):       "",
		`<img src="cid:map@fieldpost" width="640" alt="Map">`:     "",
		"<script>1</script>":                                      "element <script>",
		`<link rel="stylesheet" href="x.css">`:                    "element <link>",
		"<style>p{}</style>":                                      "element <style>",
		`<form action="/x"></form>`:                               "element <form>",
		"<svg></svg>":                                             "element <svg>",
		`<a href="https://example.org/">here</a>`:                 "://",
		`<p onclick="1">x</p>`:                                    "onclick",
		`<p class="big">x</p>`:                                    "class",
		`<img src="cid:map@fieldpost" width="640">`:               "words in its place",
		`<img src="cid:map@fieldpost" alt="Map">`:                 "without width",
		`<img src="https://example.org/x.png" width="1" alt="x">`: "be in the mail",
		`<img src="data:image/png;base64,AA" width="1" alt="x">`:  "be in the mail",
		table("", "<tr><td>1</td></tr>"):                          "role=presentation",
		"<table><tr><th>1</th></tr></table>":                      "Outlook",
		table(` role="presentation" width="900"`, ""):             "900 pixels",
		`<p style="position:absolute">x</p>`:                      "position:",
		`<p style="background-color:#fff">x</p>`:                  "background and colour",
		`<p style="color:#000">x</p>`:                             "background and colour",
		`<p style="width:900px">x</p>`:                            "900 pixels",
		strings.Repeat("<p>a long war</p>", 8000):                 "Gmail clips",
	} {
		m := layout.Mail{HTML: head + body + end, Inline: []layout.File{{CID: mapCID}}}
		faults := strings.Join(mailFaults(m, "en"), "; ")
		if want == "" && faults != "" || !strings.Contains(faults, want) {
			t.Errorf("%.80s: found %q, want %q", body, faults, want)
		}
	}
}
