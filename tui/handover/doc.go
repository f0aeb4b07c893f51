// Package handover gives the terminal away: to a program that takes pith's
// place, or to the shell that pith was started from.
package handover
