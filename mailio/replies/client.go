package replies

import (
	"fmt"
	"strings"
)

// Client is a mail program.
type Client struct {
	Name  string
	Title string // as people call it

	format    format
	encoding  string // of its parts: quoted-printable, base64, 8bit
	charset   string // utf-8 unless it is said
	fields    []string
	prefix    [3]string // of subjects, by language
	signature [3]string
	flowed    bool // format=flowed
	fromHTML  bool // its plain text is made from the HTML of the older mail, not from its plain text
	bold      bool // bold words come out as *words* in plain text
	gaps      bool // blocks have empty lines between them in plain text
	mark      string
	wrap      int  // the column at which lines are broken, quoted ones too; 0: none is
	capitals  bool // it writes the first letter of what is typed large, quotes and dashes as printers do
	splits    bool // writing between quoted lines divides the quotation; otherwise the new line is quoted too
	lineByPre bool // each line of preformatted text becomes an element

	intro func(w *writer) string // plain text, with the quotation below it; {} stands for the quoted lines
	html  func(w *writer) string // {} stands for the quoted body, {text} for what was typed
}

// format is which parts a program writes.
type format int

const (
	plainOnly format = iota
	alternative
	htmlOnly
)

var (
	re = [3]string{"Re:", "Re:", "Re:"}
	aw = [3]string{"Re:", "Aw:", "Re:"}
	sv = [3]string{"RE:", "AW:", "SV:"}
)

// Clients are the programs.
func Clients() []Client {
	return []Client{
		// Gmail makes its plain text from HTML: cells are lines, bold words stand between stars, lines break at 78
		// columns, the introduction behind "<" (email_gmail_split_line_from_german.txt). The blank before AM is
		// narrow and no-break (CLDR 42). A div and a blockquote gmail_quote: Foundry376/Mailspring.
		{Name: "gmail-web", Title: "Gmail", format: alternative, encoding: "quoted-printable", prefix: re, fromHTML: true, bold: true,
			gaps: true, mark: "> ", wrap: 76, splits: true,
			intro: func(w *writer) string { return w.gmailWrote("<\n") + "\n\n{}" },
			html: func(w *writer) string {
				return `<div dir="ltr">{text}</div><br><div class="gmail_quote gmail_quote_container">` +
					`<div dir="ltr" class="gmail_attr">` + escape(w.gmailWrote("<")) +
					`<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;` +
					`border-left:1px solid rgb(204,204,204);padding-left:1ex">{}</blockquote></div>`
			}},
		// The app writes everything into divs with dir=auto, and another introduction (crisp-oss/email-reply-parser,
		// test/fixtures); gmail_quote_container: HQBase/hqbase, pull request 61.
		{Name: "gmail-app", Title: "the Gmail app", format: alternative, encoding: "base64", prefix: re, fromHTML: true, bold: true,
			gaps: true, mark: "> ", wrap: 76, capitals: true,
			intro: func(w *writer) string { return w.gmailAppWrote() + "\n\n{}" },
			html: func(w *writer) string {
				return `<div dir="auto">{text}</div><br><div class="gmail_quote gmail_quote_container">` +
					`<div dir="ltr" class="gmail_attr">` + escape(w.gmailAppWrote()) +
					`<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{}</blockquote></div>`
			}},
		// The classic Outlook writes Word's HTML: a paragraph MsoNormal a line, a div with a border on top above
		// the fields, no mark on what is quoted; its plain text says the same (mails of qemu-devel, intel-gfx).
		{Name: "outlook-classic", Title: "the classic Outlook", format: alternative, encoding: "quoted-printable", prefix: sv, fromHTML: true,
			gaps: true, lineByPre: true,
			fields: []string{"X-Auto-Response-Suppress: DR, OOF, AutoReply", "Thread-Index: AdxA"},
			intro:  func(w *writer) string { return w.outlookFields(w.longDate(), "; ") + "\n\n{}" },
			html: func(w *writer) string {
				return `<div class="WordSection1">{text}<div>` +
					`<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">` +
					`<p class="MsoNormal">` + boldFields(w.outlookFields(w.longDate(), "; ")) +
					`</p></div></div>{}</div>`
			}},
		// The same program set to plain text: "-----Original Message-----", nothing marked (crisp-oss/email-reply-parser,
		// lib/regex.js, in many languages).
		{Name: "outlook-plain", Title: "Outlook in plain text", format: plainOnly, encoding: "quoted-printable", charset: "iso-8859-1", prefix: sv,
			intro: func(w *writer) string {
				return w.say("-----Original Message-----", "-----Ursprüngliche Nachricht-----",
					"-----Oprindelig meddelelse-----") + "\n" + w.outlookFields(w.longDate(), "; ") + "\n\n{}"
			}},
		// The new Outlook: a line of underscores in the text, a rule and the div divRplyFwdMsg in HTML (mails of amd-gfx;
		// odoo/odoo, pull request 192875).
		{Name: "outlook-new", Title: "the new Outlook", format: alternative, encoding: "base64", prefix: sv, fromHTML: true, gaps: true,
			intro: func(w *writer) string {
				return strings.Repeat("_", 32) + "\n" + w.outlookFields(w.longDate(), "") + "\n\n{}"
			},
			html: func(w *writer) string {
				return `<div class="elementToProof">{text}</div><div id="appendonsend"></div>` +
					`<div id="mail-editor-reference-message-container">` +
					`<hr style="display:inline-block;width:98%" tabindex="-1">` +
					`<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif">` +
					boldFields(w.outlookFields(w.longDate(), "")) + `</font><div>&nbsp;</div></div>{}</div>`
			}},
		// Outlook on the web sends HTML alone where the older mail had some: the div appendonsend, the rule, the fields
		// (odoo/odoo, pull request 192875).
		{Name: "outlook-web", Title: "Outlook on the web", format: htmlOnly, encoding: "quoted-printable", charset: "iso-8859-1",
			prefix: [3]string{"Re:", "AW:", "Sv:"},
			html: func(w *writer) string {
				return `<div class="elementToProof">{text}</div><div id="appendonsend"></div>` +
					`<hr style="display:inline-block;width:98%" tabindex="-1">` +
					`<div id="divRplyFwdMsg" dir="ltr"><font>` + boldFields(w.outlookFields(w.longDate(), "")) +
					`</font><div>&nbsp;</div></div>{}`
			}},
		// Apple Mail marks its introduction as quoted too; "On …, at …, … wrote:" (sweetrb/apple-mail-mcp, issue 249), a
		// blockquote with type=cite and ">" before each line (patrickfreyer/apple-mail-mcp, issue 88).
		{Name: "apple-mail", Title: "Apple Mail", format: alternative, encoding: "quoted-printable", prefix: [3]string{"Re:", "Aw:",
			"Sv:"}, fromHTML: true, gaps: true, mark: "> ", splits: true, capitals: true,
			fields: []string{"X-Mailer: Apple Mail (2.3826.200.121)"},
			intro:  func(w *writer) string { return "> " + w.appleWrote() + "\n> \n{}" },
			html: func(w *writer) string {
				return `<div>{text}</div><br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite">` +
					`<div>` + escape(w.appleWrote()) +
					`</div><br class="Apple-interchange-newline"><div>{}</div></blockquote></div><br>`
			}},
		// The phone adds its advertisement above the quotation, and a zero-width blank (U+FEFF) before the first
		// quoted word. Its blockquote has type=cite too (patrickfreyer/apple-mail-mcp, issue 71).
		{Name: "ios-mail", Title: "an iPhone", format: alternative, encoding: "base64", prefix: [3]string{"Re:", "Aw:", "Sv:"},
			fromHTML: true, gaps: true, mark: "> ", capitals: true,
			fields:    []string{"X-Mailer: iPhone Mail (22B91)"},
			signature: [3]string{"Sent from my iPhone", "Von meinem iPhone gesendet", "Sendt fra min iPhone"},
			intro:     func(w *writer) string { return "> " + w.appleWrote() + "\n> \n> \ufeff\n{}" },
			html: func(w *writer) string {
				return `<div dir="auto">{text}</div><br id="lineBreakAtBeginningOfSignature"><div dir="ltr">` +
					w.sign() + `</div><div dir="ltr"><br><blockquote type="cite">` +
					escape(w.appleWrote()) +
					`<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">&#65279;{}</div>` +
					`</blockquote>`
			}},
		// Samsung's program writes HTML alone; fields as in email_danish_dash_separator.txt and in issue 9 of
		// crisp-oss/email-reply-parser.
		{Name: "samsung", Title: "a Samsung phone", format: htmlOnly, encoding: "base64", prefix: re, capitals: true,
			signature: [3]string{"Sent from my Galaxy", "Von meinem/meiner Galaxy gesendet", "Sendt fra min Galaxy"},
			html: func(w *writer) string {
				fields := w.say("-------- Original message --------", "-------- Ursprüngliche Nachricht --------",
					"-------- Oprindelig besked --------") + "\n" +
					w.fieldsOf([4]string{w.say("From", "Von", "Fra"), w.say("Date", "Datum", "Dato"), w.say("To",
						"An", "Til"), w.say("Subject", "Betreff", "Emne")},
						w.at.Format(w.say("02/01/2006  15:04  (GMT-07:00)", "02.01.06  15:04  (GMT-07:00)",
							"02.01.2006  15.04  (GMT-07:00)")))
				return `<div dir="auto">{text}</div><div dir="auto"><br></div>` +
					`<div id="composer_signature" dir="auto">` + w.sign() + `</div><div><br></div>` +
					`<div align="left" dir="auto" style="font-size:100%;color:#000000"><div>` +
					strings.ReplaceAll(escape(fields), "\n", " </div><div>") + ` </div><div><br></div></div>{}`
			}},
		// Thunderbird quotes the plain text, at depth one, under "On #2 #3, #1 wrote:" (Mozilla's
		// composeMsgs.properties), and flows what is typed; its signature has the mark of RFC 3676.
		{Name: "thunderbird", Title: "Thunderbird", format: plainOnly, encoding: "8bit", prefix: re, flowed: true, mark: "> ", splits: true,
			wrap: 72, signature: [3]string{"-- \nA.", "-- \nA.", "-- \nA."},
			fields: []string{"User-Agent: Mozilla Thunderbird"},
			intro: func(w *writer) string {
				return w.say("On "+w.at.Format("02/01/2006 15:04")+", fieldpost wrote:",
					"Am "+w.at.Format("02.01.06 um 15:04")+" schrieb fieldpost:",
					"Den "+w.at.Format("02-01-2006 kl. 15:04")+" skrev fieldpost:") + "\n{}"
			}},
		// K-9 puts its prefix right before the words (TextQuoteCreator.kt), and breaks lines at 72 columns before.
		{Name: "k9", Title: "K-9 Mail", format: plainOnly, encoding: "quoted-printable", prefix: re, mark: ">", splits: true, wrap: 72,
			fields: []string{"User-Agent: K-9 Mail for Android"},
			signature: [3]string{"-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.",
				"-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
				"-- \nSendt fra min Android-enhed med K-9 Mail."},
			intro: func(w *writer) string {
				return "\n" + w.say("On "+w.at.Format("2 January 2006 15:04:05 MST")+", fieldpost <"+w.from+"> wrote:",
					"Am "+w.day()+" "+w.at.Format("15:04:05 MST")+" schrieb fieldpost <"+w.from+">:",
					"Den "+w.day()+" "+w.at.Format("15.04.05 MST")+" skrev fieldpost <"+w.from+">:") + "\n{}"
			}},
		// Yahoo's plain text is made from HTML: the introduction and the quotation are indented, not marked
		// (zapier/email-reply-parser, pull request 42); the div yahoo_quoted: mailgun/talon, pull request 254.
		{Name: "yahoo", Title: "Yahoo Mail", format: alternative, encoding: "quoted-printable", prefix: re, fromHTML: true, gaps: true,
			mark:  " ",
			intro: func(w *writer) string { return "    " + w.yahooWrote() + "  \n \n{}" },
			html: func(w *writer) string {
				return `<div class="ydp1yahoo-style-wrap"><div dir="ltr" data-setdir="false">{text}</div></div>` +
					`<div><br></div><div id="ydpq" class="ydp2yahoo_quoted"><div><div>` +
					escape(w.yahooWrote()) + `</div><div><br></div><div>{}</div></div></div>`
			}},
		// GMX names the divs of its quotation, quote and quoted-content (chatmail/core, issue 1560); in German its
		// prefix is Aw.
		{Name: "gmx", Title: "GMX", format: htmlOnly, encoding: "quoted-printable", prefix: aw,
			html: func(w *writer) string {
				f := w.fieldsOf([4]string{w.say("Sent", "Gesendet", "Sendt"), w.say("From", "Von", "Fra"), w.say("To",
					"An", "Til"), w.say("Subject", "Betreff", "Emne")}, "")
				return `<div style="font-family: Verdana;font-size: 12.0px;"><div>{text}</div><div>` +
					`&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;">` +
					`<div style="margin:0 0 10px 0;">` + boldFields(f) +
					`</div><div name="quoted-content">{}</div></div></div></div>`
			}},
		// Proton: a div and a blockquote protonmail_quote (messageBlockquote.test.ts); ordinal days in English, its
		// own advertisement.
		{Name: "proton", Title: "Proton Mail", format: alternative, encoding: "quoted-printable", prefix: re, fromHTML: true, mark: "> ",
			splits: true,
			signature: [3]string{"Sent with Proton Mail secure email.", "Gesendet mit Proton Mail sichere E-Mail.",
				"Sendt med Proton Mail sikker e-mail."},
			intro: func(w *writer) string { return w.protonWrote() + "\n\n{}" },
			html: func(w *writer) string {
				return `<div style="font-family: Arial, sans-serif; font-size: 14px;">{text}</div>` +
					`<div class="protonmail_signature_block"><div class="protonmail_signature_block-user"></div>` +
					`<div class="protonmail_signature_block-proton">` + w.sign() +
					`</div></div><div class="protonmail_quote">` + escape(w.protonWrote()) +
					`<br><blockquote class="protonmail_quote" type="cite">{}</blockquote></div>`
			}},
		// mutt: $attribution, $indent_string "> " (the manual), the editor's text below or above, the signature behind its mark.
		{Name: "mutt", Title: "mutt", format: plainOnly, encoding: "8bit", charset: "iso-8859-1", prefix: re, mark: "> ",
			splits: true, signature: [3]string{"-- \nA.", "-- \nA.", "-- \nA."},
			fields: []string{"Content-Disposition: inline", "User-Agent: Mutt/2.2.13"},
			intro: func(w *writer) string {
				return w.say("On "+w.at.Format("Mon, Jan 02, 2006 at 03:04:05PM -0700")+", fieldpost wrote:",
					"Am "+w.shortDay()+w.at.Format(" 2006 um 15:04:05 -0700")+" schrieb fieldpost:",
					"Den "+w.shortDay()+w.at.Format(" 2006")+" skrev fieldpost:") + "\n{}"
			}},
	}
}

// Named returns the program of that name, and whether there is one.
func Named(name string) (Client, bool) {
	for _, c := range Clients() {
		if c.Name == name {
			return c, true
		}
	}
	return Client{}, false
}

// say is the word in the program's language.
func (w *writer) say(en, de, da string) string { return [...]string{en, de, da}[w.Language] }

func (w *writer) sign() string { return escape(w.signature[w.Language]) }

var (
	days = [3][7]string{{}, {"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
		{"søndag", "mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag"}}
	months = [3][12]string{{}, {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
		"Oktober", "November", "Dezember"},
		{"januar", "februar", "marts", "april", "maj", "juni", "juli", "august", "september", "oktober", "november",
			"december"}}
)

// day is a date such as "21. November 2026", weekday the word for its day.
func (w *writer) day() string {
	return fmt.Sprintf("%d. %s %d", w.at.Day(), months[w.Language][w.at.Month()-1], w.at.Year())
}

func (w *writer) weekday() string { return days[w.Language][w.at.Weekday()] }

// shortDay is a day such as "Sa., 21. Nov." or "lør. 21. nov.".
func (w *writer) shortDay() string {
	name, month := []rune(w.weekday()), []rune(months[w.Language][w.at.Month()-1])
	return w.say("", string(name[:min(len(name), 2)])+".,", string(name[:min(len(name), 3)])+".") +
		fmt.Sprintf(" %d. %s.", w.at.Day(), string(month[:3]))
}

// longDate is the date in Outlook's fields.
func (w *writer) longDate() string {
	return w.say(w.at.Format("Monday, January 2, 2006 3:04 PM"), w.weekday()+", "+w.day()+w.at.Format(" 15:04"),
		w.day()+w.at.Format(" 15:04"))
}

// outlookFields are the lines above a mail that Outlook quotes. The separator is of To, which classic programs end.
func (w *writer) outlookFields(date, end string) string {
	f := w.fieldsOf([4]string{w.say("From", "Von", "Fra"), w.say("Sent", "Gesendet", "Sendt"), w.say("To", "An",
		"Til"), w.say("Subject", "Betreff", "Emne")}, date)
	return strings.Replace(f, "<"+w.to+">", "<"+w.to+">"+strings.TrimSpace(end), 1)
}

// fieldsOf are fields of these names. Without a date the first is the date, as GMX puts it.
func (w *writer) fieldsOf(names [4]string, date string) string {
	first, second := "fieldpost <"+w.from+">", date
	if date == "" {
		first, second = w.longDate(), `"fieldpost" <`+w.from+">"
	}
	return fmt.Sprintf("%s: %s\n%s: %s\n%s: %s <%s>\n%s: %s", names[0], first, names[1], second, names[2], w.to, w.to,
		names[3], w.subject)
}

func boldFields(lines string) string {
	out := strings.Split(escape(lines), "\n")
	for i, l := range out {
		name, value, _ := strings.Cut(l, ": ")
		out[i] = "<b>" + name + ":</b> " + value
	}
	return strings.Join(out, "<br>\n")
}

func (w *writer) gmailWrote(open string) string {
	return w.say("On "+w.at.Format("Mon, Jan 2, 2006 at 3:04\u202fPM")+" fieldpost "+open+w.from+"> wrote:",
		"Am "+w.shortDay()+w.at.Format(" 2006 um 15:04 Uhr")+" schrieb fieldpost "+open+w.from+">:",
		"Den "+w.shortDay()+w.at.Format(" 2006 kl. 15.04")+" skrev fieldpost "+open+w.from+">:")
}

func (w *writer) gmailAppWrote() string {
	return w.say("On "+w.at.Format("Mon, 2 Jan 2006, 15:04")+" fieldpost, <"+w.from+"> wrote:",
		"fieldpost <"+w.from+"> schrieb am "+w.shortDay()+w.at.Format(" 2006, 15:04:"),
		"Den "+w.shortDay()+w.at.Format(" 2006 15.04")+" skrev fieldpost <"+w.from+">:")
}

func (w *writer) appleWrote() string {
	return w.say("On "+w.at.Format("Jan 2, 2006, at 3:04\u202fPM")+", fieldpost <"+w.from+"> wrote:",
		"Am "+w.at.Format("02.01.2006 um 15:04")+" schrieb fieldpost <"+w.from+">:",
		"Den "+w.at.Format("2. jan. 2006 kl. 15.04")+" skrev fieldpost <"+w.from+">:")
}

func (w *writer) yahooWrote() string {
	return w.say("On "+w.at.Format("Monday, January 2, 2006 at 03:04:05 PM GMT-7")+", fieldpost <"+w.from+"> wrote:",
		"Am "+w.weekday()+", "+w.day()+w.at.Format(" um 15:04:05 MST")+" hat fieldpost <"+w.from+"> Folgendes geschrieben:",
		"Den "+w.weekday()+" den "+w.day()+w.at.Format(" 15.04.05 MST")+" skrev fieldpost <"+w.from+">:")
}

func (w *writer) protonWrote() string {
	ordinal := "th"
	if d := w.at.Day(); d/10 != 1 && d%10 >= 1 && d%10 <= 3 {
		ordinal = [...]string{"st", "nd", "rd"}[d%10-1]
	}
	return w.say("On "+w.at.Format("Monday, January 2")+ordinal+w.at.Format(", 2006 at 15:04")+
		", fieldpost <"+w.from+"> wrote:",
		"Am "+w.weekday()+", "+w.day()+w.at.Format(" um 15:04")+", fieldpost <"+w.from+"> schrieb:",
		"Den "+w.weekday()+" den "+w.day()+w.at.Format(" kl. 15.04")+", skrev fieldpost <"+w.from+">:")
}
