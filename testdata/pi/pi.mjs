// The parts of the installed pi that the judge asks, gathered in one place.
//
// PITH_PI names the folder that holds node_modules; without it, the folder of this file does. Everything is imported
// from pi's unbundled modules, because its public entry point hides some of what has to be compared.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// Answers must not depend on the terminal or the place the tests run in. Set before pi is imported, which looks at once.
Object.assign(process.env, { FORCE_COLOR: "3", COLORTERM: "truecolor", TERM: "xterm-256color", TZ: "UTC" });

const home = process.env.PITH_PI || fileURLToPath(new URL(".", import.meta.url));
const load = (pkg, file) => import(pathToFileURL(join(home, "node_modules/@earendil-works", pkg, "dist", file)).href);
const agent = (file) => load("pi-coding-agent", file);

export const { VERSION, ENV_AGENT_DIR } = await agent("config.js");
export const { SessionManager, CURRENT_SESSION_VERSION } = await agent("core/session-manager.js");
export const { convertToLlm } = await agent("core/messages.js");
export const { estimateTokens, estimateContextTokens, estimateProjectedContextTokens } =
  await agent("core/compaction/compaction.js");
export const { exportSessionToJsonl } = await agent("core/session-export.js");
export const { AgentSession } = await agent("core/agent-session.js");
export const { TreeSelectorComponent } = await agent("modes/interactive/components/tree-selector.js");
export const { SessionSelectorComponent } = await agent("modes/interactive/components/session-selector.js");
export const { matchSession, parseSearchQuery } = await agent("modes/interactive/components/session-selector-search.js");

// Components look up the theme and the keys in globals that pi's start-up fills. Defaults are set here, so that no
// settings of the user who runs the tests can change an answer.
const { initTheme } = await agent("modes/interactive/theme/theme.js");
export const { KeybindingsManager } = await agent("core/keybindings.js");
const { setKeybindings } = await load("pi-tui", "keybindings.js");
initTheme("dark");
setKeybindings(new KeybindingsManager());
