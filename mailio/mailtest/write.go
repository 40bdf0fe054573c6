//go:build linux

package mailtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"embed"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
	"time"
)

//go:embed *.tmpl
var templates embed.FS

// write lays everything into the folder that the servers need.
func (s *Server) write() error {
	for _, d := range []string{"mail", "run", "state", "postfix", "spool", "data", "keys/default/HS256"} {
		if err := os.MkdirAll(filepath.Join(s.Dir, d), 0o755); err != nil {
			return err
		}
	}
	var users, boxes strings.Builder
	for _, name := range s.accounts {
		fmt.Fprintf(&users, "%s:{PLAIN}%s-pw\n", name, name)
		fmt.Fprintf(&boxes, "%s -\n", Address(name))
	}
	fmt.Fprintf(&boxes, "%s -\n", Ghost)
	return errors.Join(
		os.Chmod(s.Dir, 0o755),
		s.changeOwner("mail", "mail"), s.changeOwner("data", "postfix"),
		s.put("users", users.String()), s.put("boxes", boxes.String()),
		s.put("keys/default/HS256/default", base64.StdEncoding.EncodeToString(tokenKey)),
		s.certify(),
		s.fill("dovecot.conf", "dovecot.conf"), s.fill("oauth2.conf", "oauth2.conf"),
		s.fill("main.cf", "postfix/main.cf"), s.fill("master.cf", "postfix/master.cf"))
}

func (s *Server) put(name, text string) error {
	return os.WriteFile(filepath.Join(s.Dir, name), []byte(text), 0o644)
}

// fill writes a configuration from its template.
func (s *Server) fill(name, to string) error {
	t, err := template.ParseFS(templates, name+".tmpl")
	if err != nil {
		return err
	}
	var b strings.Builder
	data := struct {
		ports
		Dir, Domain string
	}{s.ports, s.Dir, Domain}
	if err := t.Execute(&b, data); err != nil {
		return err
	}
	return s.put(to, b.String())
}

// changeOwner hands a folder with all that is in it to the user that its server runs as.
func (s *Server) changeOwner(name, owner string) error {
	u, err := user.Lookup(owner)
	if err != nil {
		return fmt.Errorf("%w: are the packages installed? .ci/install does it", err)
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	return filepath.WalkDir(filepath.Join(s.Dir, name), func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Chown(path, uid, gid))
	})
}

// certify makes a key and a certificate for localhost.
func (s *Server) certify() error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	who := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"},
		NotBefore: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2120, 1, 1, 0, 0, 0, 0, time.UTC),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, who, who, key.Public(), key)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		return err
	}
	s.roots = x509.NewCertPool()
	s.roots.AddCert(cert)
	return errors.Join(
		s.put("cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))),
		s.put("key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))))
}

// tokenKey signs the access tokens of these servers; they are reached from this machine only.
var tokenKey = []byte("a key that protects nothing at all, of tests")

// Token is an access token of an account for XOAUTH2: a JSON web token (RFC 7519), good until the given time.
func Token(account string, until time.Time) string {
	part := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			panic(err) // strings and numbers always marshal
		}
		return base64.RawURLEncoding.EncodeToString(b)
	}
	text := part(map[string]string{"alg": "HS256", "typ": "JWT", "kid": "default"}) + "." +
		part(map[string]any{"sub": account, "exp": until.Unix()})
	mac := hmac.New(sha256.New, tokenKey)
	mac.Write([]byte(text))
	return text + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
