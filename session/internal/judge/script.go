package judge

import "testing"

// StartScript runs a script of the test's own in the place of the judge: one that answers requests, one JSON value on a
// line each, with what pi makes of something that the judge is not asked about elsewhere. PITH_PI is set for it.
func StartScript(tb testing.TB, script string) *Judge {
	tb.Helper()
	j := Start(tb) // which skips the test where there is no pi
	_, modules, err := find()
	if err != nil {
		tb.Fatalf("judge: %v", err)
	}
	j.server.stop()
	if j.server, err = launch(j.absolute(script), modules, tb.TempDir()); err != nil {
		tb.Fatalf("judge: %v", err)
	}
	tb.Cleanup(j.server.stop)
	return j
}

// Ask sends a request and decodes the reply. What pi throws is returned.
func (j *Judge) Ask(request map[string]any, reply any) (refusal string) {
	j.tb.Helper()
	return j.ask(request, reply)
}
