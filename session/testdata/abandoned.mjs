// What pi makes of the branch that a move leaves behind. A request is {path, leaf, selected, budget}, with entries named
// by position; the reply has the entries, what the model that summarises is told, and what is stored when it answers
// with the text in "answer". See abandoned_test.go.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createInterface } from "node:readline";

const core = join(process.env.PITH_PI, "node_modules/@earendil-works/pi-coding-agent/dist/core");
const load = (file) => import(pathToFileURL(join(core, file)).href);
const { SessionManager } = await load("session-manager.js");
const { collectEntriesForBranchSummary, generateBranchSummary } = await load("compaction/branch-summarization.js");

async function answer({ path, leaf, selected, budget, answer: text }) {
  const m = SessionManager.open(path);
  const all = m.getEntries();
  const { entries, commonAncestorId } = collectEntriesForBranchSummary(m, all[leaf].id, all[selected].id);
  let prompt = null;
  const result = await generateBranchSummary(entries, {
    // pi has no limit when the budget comes out as nothing.
    model: { contextWindow: budget || 1 }, reserveTokens: budget ? 0 : 1,
    streamFn: async (_model, context) => {
      prompt = context.messages.at(-1).content[0].text;
      return { result: async () => ({ stopReason: "stop", content: [{ type: "text", text }], usage: {} }) };
    },
  });
  return {
    entries: entries.map((entry) => all.indexOf(entry)),
    ancestor: all.findIndex((entry) => entry.id === commonAncestorId),
    conversation: prompt === null ? "" : prompt.slice("<conversation>\n".length, prompt.lastIndexOf("\n</conversation>")),
    summary: result.summary, readFiles: result.readFiles ?? [], modifiedFiles: result.modifiedFiles ?? [],
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(await answer(JSON.parse(line))));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error?.stack ?? error) }));
  }
}
