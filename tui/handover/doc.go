// Package handover gives the terminal away: to a program that takes pith's
// place, or to the shell that pith was started from. It also keeps programs that
// run beside pith together, so that they can be ended together.
package handover
