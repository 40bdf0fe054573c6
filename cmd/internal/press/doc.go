// Package press carries players' messages to others, and their answers back.
package press
