//go:build linux

package mailtest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"fieldpost/mailio"
)

// Domain is where all accounts are. Plus parts are understood: alice+anything@ is alice's.
const Domain = "house.test"

// Ghost is an address that Postfix takes mail for and then cannot deliver to: a real bounce comes back.
const Ghost = "ghost@" + Domain

// Server is a running pair of servers.
type Server struct {
	Dir      string // holds configuration, mailboxes and logs
	accounts []string
	roots    *x509.CertPool
	ports    ports
	dovecot  *exec.Cmd
	postfix  *exec.Cmd
	warden   *exec.Cmd
}

type ports struct{ IMAPPort, IMAPSPort, InboundPort, SMTPPort, SMTPSPort int }

// Start runs servers with an account for each name, until Close. The password of an account is its name and "-pw".
func Start(accounts ...string) (*Server, error) {
	dir, err := os.MkdirTemp("/tmp", "fieldpost-mail-") // short: the paths of sockets have 108 bytes at most
	if err != nil {
		return nil, err
	}
	s := &Server{Dir: dir, accounts: accounts}
	if err := errors.Join(s.choosePorts(), s.write()); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := errors.Join(s.startWarden(), s.Up()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// wardenScript waits until the other end of its input is closed, and then ends both servers.
const wardenScript = `cat >/dev/null
for f in "$1/run/master.pid" "$1/spool/pid/master.pid"; do [ -f "$f" ] && kill -s KILL -- "-$(tr -d ' ' <"$f")"; done
rm -rf "$1"`

// startWarden makes sure that nothing is left when this process is killed: a test that runs out of time does not get to
// its clean-up.
func (s *Server) startWarden() error {
	s.warden = exec.Command("sh", "-c", wardenScript, "warden", s.Dir)
	s.warden.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if _, err := s.warden.StdinPipe(); err != nil {
		return err
	}
	return s.warden.Start()
}

// choosePorts finds free ports.
func (s *Server) choosePorts() error {
	for _, p := range []*int{&s.ports.IMAPPort, &s.ports.IMAPSPort, &s.ports.InboundPort, &s.ports.SMTPPort,
		&s.ports.SMTPSPort} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		defer l.Close() // after all are chosen, so that they differ
		*p = l.Addr().(*net.TCPAddr).Port
	}
	return nil
}

// Up starts what does not run, and waits until it answers.
func (s *Server) Up() error {
	if s.dovecot == nil {
		cmd, err := start("dovecot", "-F", "-c", filepath.Join(s.Dir, "dovecot.conf"))
		if err != nil {
			return err
		}
		s.dovecot = cmd
	}
	if s.postfix == nil {
		master, err := s.prepare()
		if err != nil {
			return err
		}
		cmd, err := start(master, "-c", filepath.Join(s.Dir, "postfix"), "-d")
		if err != nil {
			return err
		}
		s.postfix = cmd
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for _, port := range []int{s.ports.IMAPPort, s.ports.IMAPSPort, s.ports.InboundPort, s.ports.SMTPPort,
		s.ports.SMTPSPort} {
		if err := isAnswering(ctx, port); err != nil {
			return fmt.Errorf("%w; %s", err, s.logTails())
		}
	}
	return nil
}

// start runs a server that leads a process group, with which its children end.
func start(name string, args ...string) (*exec.Cmd, error) {
	cmd := exec.Command(name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: are the packages installed? .ci/install does it", err)
	}
	return cmd, nil
}

// prepare makes Postfix's queue, and finds its master program.
func (s *Server) prepare() (master string, err error) {
	config := filepath.Join(s.Dir, "postfix")
	if out, err := exec.Command("postfix", "-c", config, "check").CombinedOutput(); err != nil {
		return "", fmt.Errorf("postfix check: %w: %s", err, out)
	}
	dir, err := exec.Command("postconf", "-c", config, "-h", "daemon_directory").Output()
	return filepath.Join(strings.TrimSpace(string(dir)), "master"), err
}

func isAnswering(ctx context.Context, port int) error {
	var d net.Dialer
	for {
		conn, err := d.DialContext(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return conn.Close()
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("nothing listens on port %d", port)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// logTails are the ends of the logs.
func (s *Server) logTails() string {
	var out []string
	for _, name := range []string{"dovecot.log", "postfix.log"} {
		text, _ := os.ReadFile(filepath.Join(s.Dir, name))
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		out = append(out, name+": "+strings.Join(lines[max(0, len(lines)-5):], " | "))
	}
	return strings.Join(out, "; ")
}

// Down stops both servers. Mailboxes and queue stay, so that Up goes on where they were.
func (s *Server) Down() error {
	err := errors.Join(stop(s.postfix), stop(s.dovecot))
	s.postfix, s.dovecot = nil, nil
	return err
}

// stop ends a server, politely and then by force, and what it has started.
func stop(cmd *exec.Cmd) error {
	if cmd == nil {
		return nil
	}
	force := time.AfterFunc(2*time.Second, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	defer force.Stop()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	cmd.Wait() // a server that was told to end has no other news
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	return nil
}

// Close stops the servers and deletes their folder.
func (s *Server) Close() error {
	err := s.Down()
	if s.warden != nil && s.warden.Process != nil {
		s.warden.Process.Kill()
		s.warden.Wait()
	}
	return errors.Join(err, os.RemoveAll(s.Dir))
}

// Address is that of an account.
func Address(account string) string { return account + "@" + Domain }

// IMAP returns the settings to read an account's mail, with TLS or STARTTLS.
func (s *Server) IMAP(account string, security mailio.Security) mailio.Server {
	return s.settings(account, security, s.ports.IMAPPort, s.ports.IMAPSPort)
}

// SMTP returns the settings to send as an account, with TLS or STARTTLS.
func (s *Server) SMTP(account string, security mailio.Security) mailio.Server {
	return s.settings(account, security, s.ports.SMTPPort, s.ports.SMTPSPort)
}

// Inbound is where other hosts deliver: in the clear and without a login, for mail to the accounts only.
func (s *Server) Inbound() mailio.Server {
	return mailio.Server{Host: "127.0.0.1", Port: s.ports.InboundPort, Security: mailio.Plain}
}

func (s *Server) settings(account string, security mailio.Security, clear, secured int) mailio.Server {
	set := mailio.Server{Host: "localhost", Port: clear, Security: security, TLS: &tls.Config{RootCAs: s.roots},
		Login: mailio.Login{User: account, Password: account + "-pw"}}
	if security == mailio.TLS {
		set.Port = secured
	}
	return set
}

// Mails are the mails in a folder of an account, INBOX or another, in the order in which they came.
func (s *Server) Mails(account, folder string) ([][]byte, error) {
	dir := filepath.Join(s.Dir, "mail", account)
	if folder != "INBOX" {
		dir = filepath.Join(dir, "."+folder)
	}
	var files []string
	for _, sub := range []string{"cur", "new"} {
		found, err := filepath.Glob(filepath.Join(dir, sub, "*"))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	slices.SortFunc(files, func(a, b string) int { return strings.Compare(filepath.Base(a), filepath.Base(b)) })
	var out [][]byte
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if errors.Is(err, os.ErrNotExist) {
			continue // moved while we looked
		} else if err != nil {
			return nil, err
		}
		out = append(out, raw)
	}
	return out, nil
}

// Fill lays n mails into an account's INBOX as files, which is a thousand times faster than sending them.
func (s *Server) Fill(account string, n int, mail func(int) []byte) error {
	for _, sub := range []string{"cur", "new", "tmp"} {
		if err := os.MkdirAll(filepath.Join(s.Dir, "mail", account, sub), 0o755); err != nil {
			return err
		}
	}
	for i := range n {
		name := filepath.Join("mail", account, "new", fmt.Sprintf("1000000000.M%08d.%s", i, Domain))
		if err := s.put(name, string(mail(i))); err != nil {
			return err
		}
	}
	return s.changeOwner(filepath.Join("mail", account), "mail")
}

// Certificate is the file of the certificate that both servers show; it is its own authority.
func (s *Server) Certificate() string { return filepath.Join(s.Dir, "cert.pem") }
