//go:build !unix

package trash

// mountOf is for systems that have a trash on each file system.
func mountOf(string) (string, bool) { return "", false }
