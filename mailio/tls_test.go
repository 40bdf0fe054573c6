package mailio_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"testing"
	"time"

	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/localmail"
	"fieldpost/mailio/outbox"
)

// certificate gives a server's and a client's configuration for 127.0.0.1.
func certificate(t *testing.T) (server, client *tls.Config) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, &tls.Config{RootCAs: pool}
}

func TestMail23_TLSAndSTARTTLS(t *testing.T) {
	t.Parallel()
	serverTLS, clientTLS := certificate(t)
	listen := func() net.Listener {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	accounts := []localmail.Account{{Address: "a@mail.test", Password: "p"}}
	starttls, err := localmail.Start(localmail.Options{Accounts: accounts, TLS: serverTLS, RequireLogin: true})
	if err != nil {
		t.Fatal(err)
	}
	defer starttls.Close()
	implicit, err := localmail.Start(localmail.Options{Accounts: accounts, RequireLogin: true,
		IMAP: tls.NewListener(listen(), serverTLS), SMTP: tls.NewListener(listen(), serverTLS)})
	if err != nil {
		t.Fatal(err)
	}
	defer implicit.Close()

	for _, c := range []struct {
		name     string
		world    *localmail.Server
		security mailio.Security
		tls      *tls.Config
		ok       bool
	}{
		{"STARTTLS", starttls, mailio.StartTLS, clientTLS, true},
		{"TLS", implicit, mailio.TLS, clientTLS, true},
		{"STARTTLS, unknown certificate", starttls, mailio.StartTLS, nil, false},
		{"TLS, unknown certificate", implicit, mailio.TLS, nil, false},
		{"STARTTLS, wrong name", starttls, mailio.StartTLS, &tls.Config{RootCAs: clientTLS.RootCAs, ServerName: "mail.example"}, false},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		server := c.world.IMAP("a@mail.test")
		server.Security, server.TLS = c.security, c.tls
		in, err := inbox.Open(ctx, inbox.Config{Server: server})
		if (err == nil) != c.ok {
			t.Errorf("IMAP, %s: %v", c.name, err)
		}
		if err == nil {
			in.Close()
		}
		server = c.world.SMTP("a@mail.test")
		server.Security, server.TLS = c.security, c.tls
		out, err := outbox.Sender{Server: server}.Open(ctx)
		if (err == nil) != c.ok {
			t.Errorf("SMTP, %s: %v", c.name, err)
		}
		if err == nil {
			m := mailio.Rendered{From: "a@mail.test", To: "a@mail.test", Bytes: []byte("From: a@mail.test\r\n\r\nx\r\n")}
			if r := out.Send(ctx, m); r.Class != outbox.Delivered {
				t.Errorf("SMTP, %s: %+v", c.name, r)
			}
			out.Close()
		}
		cancel()
	}
}
