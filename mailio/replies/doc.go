// Package replytest is the test kit for replies: it answers a mail, given as it was sent, as the mail programs of
// players do.
//
// A [Client] is a program with its habits: which parts it writes, what it makes of the older mail's HTML, how it
// marks and
// introduces what it quotes, where it breaks lines, what it signs with. Where a habit comes from is said beside it.
// The sources, all public:
//
//   - crisp-oss/email-reply-parser, lib/regex.js and test/fixtures: introductions of many programs and languages,
//     Samsung's "-------- Oprindelig besked --------" with its fields, Gmail's break behind "<"
//   - ProtonMail/WebClients, messageBlockquote.ts and its fixtures: the elements in which Gmail, Outlook, Yahoo, GMX
//     and Proton quote
//   - thunderbird/thunderbird-android, TextQuoteCreator.kt: K-9's quotation, a prefix before every line
//   - Foundry376/Mailspring, "Previously we always created …": Gmail nests a blockquote in a div, both gmail_quote
//   - mails of public lists (qemu-devel, amd-gfx, intel-gfx): the rule and the div divRplyFwdMsg of the new Outlook,
//     the border-top of the classic one
//   - Mozilla's composeMsgs.properties: Thunderbird's "On #2 #3, #1 wrote:"; mutt's manual: $attribution,
//
// $indent_string
//   - RFC 3676: format=flowed
//   - the hand-made mails in mailio/message/testdata/clients
package replies
