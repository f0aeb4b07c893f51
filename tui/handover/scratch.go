package handover

import (
	"errors"
	"os"
)

// WriteScratch writes a text into a new file for another program to change.
func WriteScratch(text string) (path string, err error) {
	file, err := os.CreateTemp("", "pith-*.md")
	if err != nil {
		return "", err
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(file.Name())
		return "", err
	}
	return file.Name(), nil
}

// TakeScratch returns what a scratch file holds now, and removes it.
func TakeScratch(path string) (string, error) {
	text, err := os.ReadFile(path)
	os.Remove(path)
	return string(text), err
}
