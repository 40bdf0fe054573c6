package monitor

import (
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"fieldpost/cmd/internal/env"
)

// What is looked up when metrics are asked for. docs/operators.md says what to watch.
var (
	descBuild = prometheus.NewDesc("fieldpost_build_info", "1, labelled with the version of the program and of Go.",
		[]string{"version", "go"}, nil)
	descStart = prometheus.NewDesc("fieldpost_start_timestamp_seconds",
		"When the daemon started, in seconds of Unix time.", nil, nil)
	descPolled = prometheus.NewDesc("fieldpost_last_poll_timestamp_seconds",
		"When the mailbox was last read, in seconds of Unix time; 0: not since the start.", nil, nil)
	descSent = prometheus.NewDesc("fieldpost_last_send_timestamp_seconds",
		"When the mail server last took a mail, in seconds of Unix time; 0: not since the start.", nil, nil)
	descOutbox = prometheus.NewDesc("fieldpost_outbox_mails", "Mails that wait to be sent.", nil, nil)
	descOldest = prometheus.NewDesc("fieldpost_outbox_oldest_seconds",
		"For how long the oldest mail of the outbox has waited; 0 if none does.", nil, nil)
	descPending = prometheus.NewDesc("fieldpost_letters_pending", "Letters that wait to be handled.", nil, nil)
	descWaiting = prometheus.NewDesc("fieldpost_letters_pending_oldest_seconds",
		"For how long the oldest of them has lain in the mailbox; 0 if none waits.", nil, nil)
	descLetters = prometheus.NewDesc("fieldpost_letters_total",
		"Letters that were handled since the store was made, by what became of them and why.",
		[]string{"outcome", "reason"}, nil)
	descGames = prometheus.NewDesc("fieldpost_games", "Games: waiting for their start, running, over.",
		[]string{"state"}, nil)
	descBytes = prometheus.NewDesc("fieldpost_store_bytes", "Size of the used part of the store.", nil, nil)
)

// playBuckets are the upper ends of the histogram's classes, in seconds: a turn takes milliseconds, its maps come
// later.
var playBuckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}

// instruments makes what counts by itself and registers everything.
func (m *Monitor) instruments() {
	m.played = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "fieldpost_adjudication_seconds",
		Help:    "How long orders took to be judged and played, without drawing and writing reports.",
		Buckets: playBuckets}, []string{"rules"})
	m.attempts = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "fieldpost_mail_attempts_total",
		Help: "Attempts to send since the start, by what came of them."}, []string{"result"})
	m.polls = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "fieldpost_polls_total",
		Help: "Looks into the mailbox since the start, by whether it could be read."}, []string{"result"})
	for _, r := range []env.MailResult{env.MailSent, env.MailDeferred, env.MailRefused,
		env.MailUnreachable} {
		m.attempts.WithLabelValues(string(r))
	}
	for _, r := range []string{"read", "failed"} {
		m.polls.WithLabelValues(r)
	}
	m.registry.MustRegister(m.played, m.attempts, m.polls, collector{m})
}

// Metrics answers in the text form of Prometheus.
func (m *Monitor) Metrics() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

// collector collects what is in the store.
type collector struct{ m *Monitor }

// Describe implements prometheus.Collector.
func (collector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{descBuild, descStart, descPolled, descSent, descOutbox, descOldest,
		descPending, descWaiting, descLetters, descGames, descBytes} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (c collector) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	polled, sent := c.m.last()
	gauge(descBuild, 1, c.m.Version, runtime.Version())
	gauge(descStart, unix(c.m.began))
	gauge(descPolled, unix(polled))
	gauge(descSent, unix(sent))
	s, err := c.m.countStore()
	if err != nil {
		ch <- prometheus.NewInvalidMetric(descOutbox, err)
		return
	}
	now := c.m.Now()
	gauge(descOutbox, float64(s.Outbox.Length))
	gauge(descOldest, s.Outbox.age(now).Seconds())
	gauge(descPending, float64(s.Pending.Length))
	gauge(descWaiting, s.Pending.age(now).Seconds())
	gauge(descGames, float64(s.games.Waiting), "waiting")
	gauge(descGames, float64(s.games.Running), "running")
	gauge(descGames, float64(s.games.Over), "over")
	gauge(descBytes, float64(s.bytes))
	for f, n := range s.letters {
		ch <- prometheus.MustNewConstMetric(descLetters, prometheus.CounterValue, float64(n), f.outcome, f.reason)
	}
}

// unix is a moment in seconds; 0 for none.
func unix(t time.Time) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.UnixMilli()) / 1000
}
