package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"fieldpost/cmd/internal/monitor"
	"fieldpost/cmd/internal/server"
)

// How long things may take, and how large the header of a request may be.
const (
	maxHeader   = 16 << 10
	readTime    = 10 * time.Second
	writeTime   = 2 * time.Minute // a long game is played again for its replay
	idleTime    = time.Minute
	closingTime = 5 * time.Second
)

// Listen opens an address.
func Listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &limiter{Listener: l}, nil
}

// Show opens the pages of a daemon at an address, with health and metrics, until the context ends. The channel is
// closed when nothing is under way any more. Call it before the daemon runs, which reports to its monitor from then on.
func Show(
	ctx context.Context, addr string, d *server.Server, hosts []string,
) (url string, done <-chan struct{}, err error) {
	l, err := Listen(addr)
	if err != nil {
		return "", nil, err
	}
	m := monitor.New(monitor.Settings{Store: d.Store, Now: d.Env.Now, Poll: d.Inbox.Poll, Version: d.Env.Version})
	d.Env.Meter = m
	pages, log := &Pages{Backend: server.Control{Env: d.Env, Store: d.Store}, Monitor: m, Hosts: hosts,
		Log: d.Env.Log}, d.Env.Log
	url = "http://" + l.Addr().String() + "/"
	log.Info("pages", "url", url)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := Serve(ctx, l, pages.Handler(), log); err != nil {
			log.Error("pages are shown no more", "error", err)
		}
	}()
	return url, ended, nil
}

// Serve answers until the context ends, then finishes what is under way and returns.
func Serve(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) error {
	s := &http.Server{Handler: limited(h), ConnContext: withConn, ReadHeaderTimeout: readTime, ReadTimeout: readTime,
		WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
		defer cancel()
		if s.Shutdown(last) != nil {
			s.Close()
		}
	})
	err := s.Serve(l)
	if !stop() {
		<-stopped
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
