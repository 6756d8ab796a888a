import { expect, it } from "vitest";
import { thrownFrom as from } from "../../core/test/thrown-by.ts";
import {
  bashTool,
  createChangeLog,
  createFileOutputCache,
  createLocalWorkspace,
  createMemoryWorkspace,
  createNodeFetcher,
  createPermissions,
  createRuntimeSandbox,
  createSandbox,
  createSubAgents,
  editTool,
  readTool,
  standardTools,
  undoChanges,
  webFetchTool,
  workspaceOverrides,
} from "../src/index.ts";

const workspace = await createMemoryWorkspace();
const root = { root: "/r", home: "/h" };
const narrow = { mode: "read-only", network: false, gitWrites: false };

it.each<[string, Promise<string>, string | RegExp]>([
  [
    "bash, guard",
    from(bashTool, { needsApproval: true }),
    'bashTool: there is no option "needsApproval"; the options are defaultTimeout, maxTimeout, asks, ',
  ],
  ["bash, our own guard", from(bashTool, { requiresConfirmation: true }), /here it is asks\.$/],
  ["bash, word", from(bashTool, { asks: "always" }), /asks must be true or false, got "always"\.$/],
  [
    "bash, sandbox",
    from(bashTool, { sandbox: true }),
    /sandbox must be "off", or what createSandbox\(workspace\) gave, got true\.$/,
  ],
  ["bash, timeout", from(bashTool, { timeout: 5 }), /here it is defaultTimeout \(seconds\)\.$/],
  ["bash, ms", from(bashTool, { maxTimeout: "60s" }), /a number of seconds above 0, got "60s"\.$/],
  ["read, limit", from(readTool, { maxToken: 5 }), /did you mean maxTokens\?$/],
  ["read, half", from(readTool, { maxTokens: 0.5 }), /got 0\.5\.$/],
  ["edit, policy", from(editTool, { readPolicy: "none" }), /"read" or "edit-exact", got "none"\.$/],
  ["fetch, timeout", from(webFetchTool, { timeout: 5 }), /did you mean timeoutMs\?$/],
  ["fetch, text", from(webFetchTool, { maxBytes: "5MB" }), /got "5MB"\.$/],
  ["tools, sandbox", from(standardTools, { sandbox: "off" }), /here it is bash: \{ sandbox \}\.$/],
  ["tools, inside", from(standardTools, { bash: { confirm: true } }), /^bashTool: .*; the options are /],
  ["tools, list", from(standardTools, ["bash"]), /takes an object of options, got an array of 1\.$/],
  ["tools, workspace", from(standardTools, { workspace }), /workspaceOverrides\(\{ workspace \}\)/],
  ["permissions, deny", from(createPermissions, { ...root, deny: ["Bash(rm:*)"] }), /here it is policies: /],
  ["permissions, policy", from(createPermissions, { ...root, policy: {} }), /here it is policies: /],
  [
    "permissions, one policy",
    from(createPermissions, { ...root, policies: { deny: [] } }),
    /policies must be an array of policies/,
  ],
  [
    "permissions, mode",
    from(createPermissions, { ...root, mode: "acceptEdits" }),
    /mode must be .*got "acceptEdits"\.$/,
  ],
  [
    "permissions, bypass",
    from(createPermissions, { ...root, mode: "bypassPermissions" }),
    /got "bypassPermissions"\.$/,
  ],
  ["permissions, no root", from(createPermissions, { home: "/h" }), /root is missing/],
  [
    "permissions, builtins",
    from(createPermissions, { ...root, builtins: false }),
    /"all" or "tools" or "none", got false\.$/,
  ],
  ["sandbox, words", from(createSandbox, workspace, "read-only"), /takes an object of options, got "read-only"\.$/],
  ["sandbox, mode", from(createSandbox, workspace, { ...narrow, mode: "readonly" }), /got "readonly"\.$/],
  [
    "sandbox, half",
    from(createSandbox, workspace, { mode: "read-only" }),
    /network is missing; it must be true or false\.$/,
  ],
  ["sandbox, other name", from(createSandbox, workspace, { ...narrow, allowNetwork: true }), /did you mean network\?$/],
  [
    "runtime sandbox, manager",
    from(createRuntimeSandbox, workspace, { manager: {}, policy: narrow }),
    /manager must be SandboxManager/,
  ],
  ["runtime sandbox, domains", from(createRuntimeSandbox, workspace, { domains: [] }), /there is no option "domains"/],
  ["change log, size", from(createChangeLog, workspace, { maxSize: 5 }), /did you mean maxBytes\?$/],
  ["change log, age", from(createChangeLog, workspace, { maxAgeMs: "30d" }), /got "30d"\.$/],
  ["undo, thread", from(undoChanges, workspace, { last: 1 }, { thread: "a" }), /; the options are /],
  [
    "undo, text",
    from(undoChanges, workspace, { last: 1 }, { conversation: "a" }),
    /conversation must be an object, got "a"\.$/,
  ],
  ["undo, force", from(undoChanges, workspace, { last: 1 }, { force: "yes" }), /force must be true or false/],
  ["outputs, path", from(createFileOutputCache, "/tmp/x"), /takes an object of options, got "\/tmp\/x"\.$/],
  ["outputs, dir", from(createFileOutputCache, { dir: "/tmp/x" }), /did you mean directory\?$/],
  ["outputs, none", from(createFileOutputCache, {}), /directory is missing/],
  ["fetcher, allow", from(createNodeFetcher, { allow: ["localhost"] }), /; the options are /],
  [
    "fetcher, list",
    from(createNodeFetcher, { permit: ["localhost"] }),
    /permit must be a function, got an array of 1\.$/,
  ],
  ["local, path", from(createLocalWorkspace, "."), /takes an object of options, got "\."\.$/],
  [
    "local, a file",
    from(createLocalWorkspace, { root: "package.json" }),
    /package\.json is no folder; root takes one\.$/,
  ],
  ["local, cwd", from(createLocalWorkspace, { cwd: "." }), /; the options are /],
  ["local, env", from(createLocalWorkspace, { root: ".", env: {} }), /did you mean environment\?$/],
  [
    "local, names",
    from(createLocalWorkspace, { root: ".", passEnvironment: "PATH" }),
    /an array of names of variables, got "PATH"\.$/,
  ],
  ["memory, list", from(createMemoryWorkspace, { files: ["a.txt"] }), /files must be an object from paths to contents/],
  ["memory, number", from(createMemoryWorkspace, { files: { "a.txt": 5 } }), /got \{ a\.txt \}\.$/],
  ["agents, model", from(createSubAgents, { model: {} }), /here it is model of what config returns\.$/],
  ["agents, value", from(createSubAgents, { config: {} }), /config must be a function/],
  ["agents, limits", from(createSubAgents, { config: () => ({}), limits: { maxTurns: 5 } }), /did you mean turns\?$/],
  [
    "overrides, the await",
    from(workspaceOverrides, { workspace: Promise.resolve() }),
    /await createLocalWorkspace.*got a Promise\.$/,
  ],
  ["overrides, path", from(workspaceOverrides, { workspace: "/r" }), /got "\/r"\.$/],
  ["overrides, guard", from(workspaceOverrides, { workspace, readGuard: {} }), /did you mean fileGuard\?$/],
  ["overrides, undo", from(workspaceOverrides, { workspace, undo: true }), /; the options are /],
])("%s", async (_, saying, expected) => {
  const said = await saying;
  if (typeof expected === "string") expect(said).toContain(expected);
  else expect(said).toMatch(expected);
});
