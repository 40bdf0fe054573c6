// Package docs holds the documents against the code: its tests run what the documents say, and look up what they name.
package docs
