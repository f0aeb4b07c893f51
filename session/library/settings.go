package library

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Settings are the parts of pi's settings that pith obeys (spec 1.1). What is
// missing in the files has its zero value here.
type Settings struct {
	SessionDir        string // as written
	TreeFilterMode    string // one of the five, or "default"
	SkipSummaryPrompt bool   // branchSummary.skipPrompt
	ReserveTokens     int    // branchSummary.reserveTokens
	ExternalEditor    string
	BlockImages       bool // images.blockImages
}

// readSettings merges the settings in files, later files winning, object by
// object. A file that is missing says nothing; one that cannot be used gives a
// note and is left out, since a typing error in it must not hide the sessions.
func readSettings(files ...string) (Settings, []string) {
	merged := map[string]any{}
	var notes []string
	for _, file := range files {
		settings, err := readSettingsFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			notes = append(notes, fmt.Sprintf("The settings in %s are left out: %v.", file, err))
			continue
		}
		merge(merged, settings)
	}
	s, more := settingsOf(merged)
	return s, append(notes, more...)
}

func readSettingsFile(file string) (map[string]any, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) && !errors.Is(err, fs.ErrNotExist) {
			return nil, path.Err // the note names the file already
		}
		return nil, err
	}
	var settings map[string]any
	if err := json.Unmarshal(bytes.TrimPrefix(text, []byte(bom)), &settings); err != nil {
		return nil, fmt.Errorf("they are not a JSON object (%w)", err)
	}
	return settings, nil
}

// merge adds from to into; objects that are in both are merged likewise.
func merge(into, from map[string]any) {
	for key, value := range from {
		inner, ok := value.(map[string]any)
		old, both := into[key].(map[string]any)
		if ok && both {
			merge(old, inner)
			continue
		}
		into[key] = value
	}
}

func settingsOf(merged map[string]any) (Settings, []string) {
	r := settingsReader{values: merged}
	summary, images := r.object("branchSummary"), r.object("images")
	s := Settings{
		SessionDir:        r.text("sessionDir"),
		TreeFilterMode:    r.text("treeFilterMode"),
		SkipSummaryPrompt: summary.flag("skipPrompt"),
		ReserveTokens:     int(summary.number("reserveTokens")),
		ExternalEditor:    r.text("externalEditor"),
		BlockImages:       images.flag("blockImages"),
	}
	switch s.TreeFilterMode {
	case "no-tools", "user-only", "labeled-only", "all":
	default:
		s.TreeFilterMode = "default"
	}
	if _, isText := merged["sessionDir"].(string); !isText && merged["sessionDir"] != nil {
		return s, []string{"The setting sessionDir is not a text, so it is left out."}
	}
	return s, nil
}

// settingsReader takes values out of a JSON object; one of the wrong kind is as
// good as none.
type settingsReader struct{ values map[string]any }

func (r settingsReader) object(key string) settingsReader {
	inner, _ := r.values[key].(map[string]any)
	return settingsReader{inner}
}

func (r settingsReader) text(key string) string {
	s, _ := r.values[key].(string)
	return s
}

func (r settingsReader) flag(key string) bool {
	b, _ := r.values[key].(bool)
	return b
}

func (r settingsReader) number(key string) float64 {
	n, _ := r.values[key].(float64)
	return n
}
