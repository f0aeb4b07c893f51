// The judge: a server that answers questions about session files with what the real pi makes of them.
//
// It reads one JSON request per line on stdin and writes one JSON reply per line on stdout, in the same order, so that
// a test can ask thousands of questions of one process. README.md lists the requests. An exception becomes
// {"error": ...} or, where other parts of the reply still stand, a line in the reply's "errors".
//
// Two loops of pi never end: walking up a path that holds a parent cycle, and walking down a tree in which entries that
// share an id lie below each other. Both are looked for before pi is asked and reported as errors. Requests that fold
// or move in a tree ("keys") and "write" are not watched like that: keep such files away from them.
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { answerLeaves, dump, moveLeaf, pathEnds, places, treeEnds } from "./answers.mjs";
import {
  CURRENT_SESSION_VERSION, ENV_AGENT_DIR, KeybindingsManager, SessionManager, SessionSelectorComponent,
  TreeSelectorComponent, VERSION, exportSessionToJsonl, matchSession, parseSearchQuery,
} from "./pi.mjs";

const operations = {
  hello: () => ({ pi: VERSION, node: process.version, sessionVersion: CURRENT_SESSION_VERSION }),

  /** What pi makes of a file. The file itself is not touched: pi opens a copy, which it migrates and repairs. */
  file: (request) => withCopy(request, (path) => {
    const m = SessionManager.open(path);
    return { ...dump(m), leaves: answerLeaves(m, request.leaves ?? [], request.contextWindow) };
  }),
  content: (request) => operations.file(request),

  list: async (request) => ({ sessions: (await sessionsOf(request)).map(listed) }),

  /** The list of the default layout, <agentDir>/sessions/<folder>/<file>. pi reads the variable at every call. */
  listRoot: async (request) => {
    const before = process.env[ENV_AGENT_DIR];
    process.env[ENV_AGENT_DIR] = request.agentDir;
    try {
      return { sessions: (await SessionManager.listAll()).map(listed) };
    } finally {
      if (before === undefined) delete process.env[ENV_AGENT_DIR];
      else process.env[ENV_AGENT_DIR] = before;
    }
  },

  rows: (request) => withCopy(request, (path) => rows(SessionManager.open(path), request)),

  /**
   * The picker's list for a query, from the component that pi shows. It is filled and read without a pause in between,
   * so that the loading it starts by itself cannot come first.
   */
  search: async (request) => {
    const sessions = await sessionsOf(request);
    const nothing = () => {};
    const picker = new SessionSelectorComponent(async () => [], async () => [], nothing, nothing, nothing, nothing, {
      keybindings: new KeybindingsManager(),
    });
    const list = picker.getSessionList();
    list.setSortMode(request.sort ?? "threaded");
    list.setNameFilter(request.named ? "named" : "all");
    list.searchInput.setValue(request.query ?? "");
    list.setSessions(sessions, false);
    const query = parseSearchQuery(request.query ?? "");
    return {
      found: list.filteredSessions.map(({ session, depth }) => ({
        path: session.path, depth, score: matchSession(session, query).score,
      })),
    };
  },

  /** Changes a file in place, or a new session when "create" is given, and tells what then stands on disk. */
  write: (request) => {
    const opened = request.create
      ? SessionManager.create(request.create.cwd, request.create.dir)
      : SessionManager.open(request.path);
    const { manager, results } = performAll(opened, request.path, request.ops ?? []);
    const file = manager.getSessionFile();
    if (!existsSync(file)) return { results, file, onDisk: false, session: dump(manager) };
    const session = withCopy({ path: file }, (copy) => dump(SessionManager.open(copy)));
    return { results, file, onDisk: true, session };
  },
};

/** Hands a private copy of the session a request names, by path or by its bytes, to use, and removes it afterwards. */
function withCopy(request, use) {
  const dir = mkdtempSync(join(tmpdir(), "pith-judge-"));
  const copy = join(dir, basename(request.path ?? "session.jsonl"));
  try {
    if (request.path !== undefined) copyFileSync(request.path, copy);
    else if (request.base64 !== undefined) writeFileSync(copy, Buffer.from(request.base64, "base64"));
    else writeFileSync(copy, request.text);
    return use(copy);
  } catch (error) {
    throw new Error(String(error?.message ?? error).replaceAll(copy, "FILE"));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** All sessions of a folder, or only those of one working directory, as pi's two scopes have it. */
function sessionsOf({ dir, cwd }) {
  return cwd === undefined ? SessionManager.listAll(dir) : SessionManager.list(cwd, dir);
}

const listed = ({ path, id, cwd, name, parentSessionPath, created, modified, messageCount, firstMessage,
  allMessagesText }) =>
  ({ path, id, cwd, name, parentSessionPath, created, modified, messageCount, firstMessage, allMessagesText });

/**
 * The rows of pi's tree view, drawn as on a terminal so high that all of them fit. Keys go to the view as typed bytes
 * before it is drawn, "query" as if it had been typed. The status line below the rows is given apart.
 */
function rows(m, request) {
  const place = places(m);
  moveLeaf(m, request.leaf === undefined ? "last" : request.leaf, m.getLeafId());
  if (!treeEnds(m) || !pathEnds(m) || place.entries.some((entry) => entry.id && entry.id === entry.parentId)) {
    throw new Error("pi would never return: a parent cycle");
  }
  const nothing = () => {};
  const height = 2 * place.entries.length + 20; // the view takes half of the terminal
  const selected = request.selected === undefined ? undefined : place.entries[request.selected]?.id;
  const view = new TreeSelectorComponent(
    m.getTree(), m.getLeafId(), height, nothing, nothing, nothing, selected, request.filter ?? "default");
  const list = view.getTreeList();
  if (request.query) {
    list.searchQuery = request.query;
    list.applyFilter();
  }
  for (const key of request.keys ?? []) list.handleInput(key);
  const lines = list.render(request.width ?? 80);
  const status = stripVTControlCharacters(lines.pop());
  if (list.filteredNodes.length === 0) lines.length = 0; // in their place stands a text that says so
  return {
    rows: lines.map((raw, i) => ({
      entry: place.entry(list.filteredNodes[i].node.entry), text: stripVTControlCharacters(raw), raw,
    })),
    status,
    selected: lines.length > 0 ? list.selectedIndex : null,
  };
}

// What a "write" may call on the SessionManager.
const methods = new Set([
  "appendMessage", "appendThinkingLevelChange", "appendModelChange", "appendUsage", "appendCompaction",
  "appendCustomEntry", "appendSessionInfo", "appendCustomMessageEntry", "appendContextEdit", "appendLabelChange",
  "branch", "resetLeaf", "branchWithSummary", "createBranchedSession",
]);

/** Performs the steps of a "write" in order. forkFrom and createBranchedSession go on in the file they make. */
function performAll(manager, path, steps) {
  const results = [];
  for (const step of steps) {
    const args = (step.args ?? []).map((arg) => argument(arg, manager, results));
    let result;
    if (step.do === "forkFrom") {
      manager = SessionManager.forkFrom(path, ...args);
      result = manager.getSessionFile();
    } else if (step.do === "exportJsonl") {
      result = exportSessionToJsonl(manager, ...args);
    } else if (methods.has(step.do)) {
      result = manager[step.do](...args);
    } else {
      throw new Error(`unknown step ${step.do}`);
    }
    results.push(result?.id ?? result ?? null);
  }
  return { manager, results };
}

/** Replaces what a caller cannot write down: the id of an entry by position, an earlier result, undefined. */
function argument(arg, manager, results) {
  if (arg === null || typeof arg !== "object") return arg;
  if ("$entry" in arg) return manager.getEntries()[arg.$entry].id;
  if ("$made" in arg) return results[arg.$made];
  if ("$undefined" in arg) return undefined;
  return arg;
}

async function reply(line) {
  try {
    const request = JSON.parse(line);
    if (!Object.hasOwn(operations, request.op)) throw new Error(`unknown op ${request.op}`);
    return JSON.stringify(await operations[request.op](request));
  } catch (error) {
    return JSON.stringify({ error: String(error?.message ?? error) });
  }
}

/** The lines of stdin. Not with readline, which also splits at U+2028. */
async function* lines() {
  let pending = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    const parts = (pending + chunk).split("\n");
    pending = parts.pop();
    yield* parts;
  }
}

console.log = console.info = console.error; // stdout belongs to the replies
for await (const line of lines()) process.stdout.write(`${await reply(line)}\n`);
process.exit(0); // whatever pi still waits for
