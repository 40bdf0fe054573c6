// Package replies answers a mail, given as it was sent, as the mail programs of people do. The demo's players write so,
// and the tests of what replies are understood as.
//
// A [Client] is a program with its habits: which parts it writes, what it makes of the older mail's HTML, how it marks
// and introduces what it quotes, where it breaks lines, what it signs with. Where a habit comes from is said beside it;
// the sources are all public:
//
//   - crisp-oss/email-reply-parser, lib/regex.js and test/fixtures: introductions of many programs and languages,
//     Samsung's "-------- Oprindelig besked --------" with its fields, Gmail's break behind "<"
//   - ProtonMail/WebClients, messageBlockquote.ts and its fixtures: the elements in which Gmail, Outlook, Yahoo, GMX
//     and Proton quote
//   - thunderbird/thunderbird-android, TextQuoteCreator.kt: K-9's quotation, a prefix before every line
//   - mails of public lists (qemu-devel, amd-gfx, intel-gfx): the rule and the div divRplyFwdMsg of the new Outlook,
//     the border-top of the classic one
//   - issues and pull requests of programs that find quotations, or write them, named with their numbers
//   - Mozilla's composeMsgs.properties, mutt's manual, RFC 3676
//   - the hand-made mails in mailio/message/testdata/clients
package replies
