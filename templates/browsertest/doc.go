// Package browsertest drives a headless Chromium in tests: our pages are opened and used as a reader does. Everything
// in it has the build tag browser, as the tests that use it.
package browsertest
