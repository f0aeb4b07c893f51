// What pi makes of one session: pure questions to an open SessionManager, answered as plain JSON values.
//
// Entries are named by their position in file order (the header does not count), because the ids of an old file are
// drawn anew each time pi migrates it. "?id" is an id that no entry has.
import {
  AgentSession, convertToLlm, estimateContextTokens, estimateProjectedContextTokens, estimateTokens,
} from "./pi.mjs";

/** Names entries by position. Of entries that share an id pi knows the last one, and so does `id`. */
export function places(m) {
  const entries = m.getEntries();
  const byId = new Map(entries.map((entry, i) => [entry.id, i]));
  const byEntry = new Map(entries.map((entry, i) => [entry, i]));
  return {
    entries,
    id: (id) => (id === null || id === undefined ? null : byId.has(id) ? byId.get(id) : `?${id}`),
    entry: (entry) => byEntry.get(entry) ?? null,
  };
}

/** Runs one question; an exception is noted under its name, and the answer is then null. */
function ask(errors, name, question) {
  try {
    return question() ?? null;
  } catch (error) {
    errors[name] = String(error?.message ?? error);
    return null;
  }
}

/** Everything about the file that does not depend on a chosen leaf. */
export function dump(m) {
  const place = places(m);
  const errors = {};
  return {
    header: m.getHeader(),
    name: ask(errors, "name", () => m.getSessionName()),
    leaf: place.id(m.getLeafId()),
    count: place.entries.length,
    ids: place.entries.map((entry) => entry.id ?? null),
    types: place.entries.map((entry) => entry.type ?? null),
    parents: place.entries.map((entry) => place.id(entry.parentId)),
    tree: ask(errors, "tree", () => preorder(m, place)),
    labels: [...m.labelsById].map(([id, label]) => [place.id(id), label, m.labelTimestampsById.get(id) ?? null]),
    stats: ask(errors, "stats", () => statistics(m)),
    errors,
  };
}

/** The tree as rows [position, depth, label], parents first. Without recursion: chains are as deep as files are long. */
function preorder(m, place) {
  if (!treeEnds(m)) throw new Error("pi would never return: the tree holds a cycle");
  const rows = [];
  const stack = m.getTree().map((node) => [node, 0]).reverse();
  while (stack.length > 0) {
    const [node, depth] = stack.pop();
    rows.push([place.entry(node.entry), depth, node.label ?? null]);
    for (const child of node.children.toReversed()) stack.push([child, depth + 1]);
  }
  return rows;
}

/** The numbers of pi's /session command. The method reads nothing of a live session but what is lent to it here. */
function statistics(m) {
  const { sessionFile, sessionId, contextUsage, ...stats } =
    AgentSession.prototype.getSessionStats.call({ sessionManager: m, getContextUsage: () => undefined });
  return stats;
}

/** Puts the leaf where a request wants it: a position, null for the root, "last" for where the file leaves it. */
export function moveLeaf(m, leaf, last) {
  if (leaf === null || (leaf === "last" && last === null)) return m.resetLeaf();
  if (leaf === "last") return m.branch(last);
  const entry = m.getEntries()[leaf];
  if (entry === undefined) throw new Error(`no entry at position ${leaf}`);
  m.branch(entry.id);
}

/** What the model would be sent from each of the given leaves; "all" stands for the root and every entry. */
export function answerLeaves(m, leaves, contextWindow = 200_000) {
  const last = m.getLeafId();
  const wanted = leaves.includes("all") ? [null, ...m.getEntries().keys()] : leaves;
  return wanted.map((leaf) => {
    const errors = {};
    ask(errors, "leaf", () => {
      moveLeaf(m, leaf, last);
      if (!pathEnds(m)) throw new Error("pi would never return: the path holds a cycle");
    });
    return errors.leaf ? { leaf, errors } : { leaf, ...answerLeaf(m, errors, contextWindow), errors };
  });
}

function answerLeaf(m, errors, contextWindow) {
  const place = places(m);
  const positions = (entries) => entries.map(place.entry);
  const branch = m.getBranch();
  const projection = ask(errors, "context", () => m.buildSessionProjection());
  return {
    branch: positions(branch),
    contextEntries: ask(errors, "contextEntries", () => positions(m.buildContextEntries())),
    context: projection && {
      messages: projection.messages, thinkingLevel: projection.thinkingLevel, model: projection.model,
    },
    llm: projection && ask(errors, "llm", () => convertToLlm(projection.messages)),
    tokens: projection && tokens(m, projection, branch, errors, contextWindow),
  };
}

/**
 * pi's four ways to count a context:
 *   messages   estimateTokens of each message;
 *   context    estimateContextTokens of the messages: the last usable usage plus estimates of what follows it;
 *   projected  estimateProjectedContextTokens: the same, but a usage from before an edit or compaction is not trusted;
 *   footer     AgentSession.getContextUsage, which the footer shows: tokens null where it shows a question mark.
 */
function tokens(m, projection, branch, errors, contextWindow) {
  const session = { sessionManager: m, _limitsModel: () => ({ contextWindow }) };
  return {
    messages: ask(errors, "tokens.messages", () => projection.messages.map(estimateTokens)),
    context: ask(errors, "tokens.context", () => estimateContextTokens(projection.messages)),
    projected: ask(errors, "tokens.projected", () => estimateProjectedContextTokens(projection, branch)),
    footer: ask(errors, "tokens.footer", () => AgentSession.prototype.getContextUsage.call(session)),
  };
}

/** Reports whether walking up from the leaf ends. pi itself does not ask, and fills its memory. */
export function pathEnds(m) {
  const seen = new Set();
  const last = m.getLeafId() === null ? undefined : m.getEntries().at(-1); // where pi starts when the leaf has no id
  for (let entry = m.getLeafEntry() ?? last; entry?.parentId; entry = m.getEntry(entry.parentId)) {
    if (seen.has(entry)) return false;
    seen.add(entry);
  }
  return true;
}

/**
 * Reports whether walking down from the roots ends. It always does while ids are unique, as a cycle then hangs on no
 * root; entries that share an id are one node to pi, which can have itself below it.
 */
export function treeEnds(m) {
  const entries = m.getEntries();
  const known = new Set(entries.map((entry) => entry.id));
  const isRoot = (entry) => entry.parentId === null || entry.parentId === entry.id || !known.has(entry.parentId);
  const children = Map.groupBy(entries.filter((entry) => !isRoot(entry)), (entry) => entry.parentId);
  const open = new Set();
  const done = new Set();
  const stack = entries.filter(isRoot).map((entry) => [entry.id, false]);
  while (stack.length > 0) {
    const [id, leaving] = stack.pop();
    if (leaving) {
      open.delete(id);
      done.add(id);
    } else if (open.has(id)) {
      return false;
    } else if (!done.has(id)) {
      open.add(id);
      stack.push([id, true], ...(children.get(id) ?? []).map((entry) => [entry.id, false]));
    }
  }
  return true;
}
