package server

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"syscall"

	"fieldpost/mailio"
)

// Explain says what is wrong with a mail server and what to do about it.
func Explain(err error, s mailio.Server) string {
	if refused, ok := errors.AsType[*mailio.LoginError](err); ok {
		return fmt.Sprintf("%s refuses the login of %s (%v): check mail.user and mail.password; many providers want a password made for programs", s.Address(), refused.User, refused.Err)
	}
	if bad, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Sprintf("there is no host %s: check its spelling", bad.Name)
	}
	var host x509.HostnameError
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &host):
		return fmt.Sprintf("the certificate of %s is for another name (%v): use the name it is made out for", s.Address(), host)
	case errors.As(err, &unknown):
		return fmt.Sprintf("nobody known has signed the certificate of %s: if it is your own server, name its certificate in ca_file", s.Address())
	case errors.As(err, &invalid):
		return fmt.Sprintf("the certificate of %s is not valid: %v", s.Address(), invalid)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Sprintf("nothing listens at %s: check host and port", s.Address())
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("%s does not answer: check port and security (tls and starttls have different ports), and the firewall", s.Address())
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return fmt.Sprintf("%s does not speak TLS from the first byte: try security: starttls", s.Address())
	}
	return err.Error()
}
