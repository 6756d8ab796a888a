import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DefineToolOptions, RunnerOptions, ToolContext, ToolLoopConfig } from "@toolwright/core";
import * as core from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { packageFolders } from "./source-files.ts";
import { errorCodes, payloads, stopReasons } from "./wire-words.ts";

const pages = [".", "docs", "checks", "checks/bench", "checks/frameworks"]
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ name, text: readFileSync(name, "utf8") }));

describe("links between the pages", () => {
  it.each(pages)("$name leads only to what is there", ({ name, text }) => {
    expect(linksOf(text).filter((link) => !leadsSomewhere(link, name))).toEqual([]);
  });
});

it("every npm script that a contributor is told of exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const own = pages.filter(({ name }) => /^(?:[A-Z]+|checks\/README|docs\/architecture)\.md$/.test(name));
  const named = own.flatMap(({ text }) => [...text.matchAll(/\bnpm run ([a-z:]+)/g)].map(([, name = ""]) => name));
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

describe("names of the packages", () => {
  const imported = pages.flatMap(({ name, text }) => importsOf(text).map((found) => ({ page: name, ...found })));

  it.each([
    ["core", "runtime/core/src/index.ts"],
    ["models", "runtime/models/src/index.ts"],
    ["workspace", "runtime/workspace/src/index.ts"],
    ["store", "agent/store/src/index.ts"],
    ["store/postgres", "agent/store/src/postgres.ts"],
    ["store/restate", "agent/store/src/restate.ts"],
    ["store/local-host", "agent/store/src/local-host.ts"],
    ["store/turn", "agent/store/src/turn.ts"],
    ["web", "agent/web/src/index.ts"],
  ])("a snippet imports from @toolwright/%s only names that it exports", (name, entry) => {
    const exported = exportsOf(entry);
    const wanted = imported.filter(({ from }) => from === `@toolwright/${name}`);
    expect(wanted.filter(({ symbol }) => !exported.includes(symbol))).toEqual([]);
  });

  it("each function and class of core stands on some page of docs/", () => {
    const docs = pages.filter(({ name }) => name.startsWith("docs")).map(({ text }) => text);
    const missing = Object.keys(core).filter(
      (symbol) => !docs.some((text) => new RegExp(`\\b${symbol}\\b`).test(text)),
    );
    expect(missing).toEqual([]);
  });
});

describe("tables", () => {
  it("architecture.md has a row for each package, and no other", () => {
    const listed = tablesOf("docs/architecture.md", "Package").flat();
    expect(listed.map(([folder = ""]) => bare(folder)).sort()).toEqual(packageFolders().sort());
  });

  it("README.md and checks/README.md have a row for each folder", () => {
    const foldersOf = (page: string) => rowsOf(page, "Folder").map(([cell = ""]) => /`([\w-]+)\/`/.exec(cell)?.[1]);
    const lying = (folder: string) =>
      readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
        one.isDirectory() && !/^(?:\.|node_modules$|coverage$)/.test(one.name) ? [one.name] : [],
      );
    expect(foldersOf("README.md").sort()).toEqual(lying(".").sort());
    expect(foldersOf("checks/README.md")).toEqual(expect.arrayContaining(lying("checks")));
  });

  it("install.md names with each package those of ours that it needs", () => {
    const needs = new Map(packageFolders().map((folder) => [basename(folder), packagesNeededBy(folder)]));
    const missing = rowsOf("docs/install.md", "You build").flatMap(([build, cell = ""]) => {
      const words = [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, words = ""]) => words.split(" "));
      const named = ["core", "models", ...words, ...(cell.includes("/toolwright-0.1.0.tgz") ? ["cli"] : [])];
      const wanted = named.flatMap((name) => needs.get(name) ?? []);
      return wanted.filter((name) => !named.includes(name)).map((name) => `${build}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it("events.md lists every event type, whether it is live, and the names in its payload", () => {
    const rows = rowsOf("docs/events.md", "Type").map(([type = "", live, data = ""]) => ({
      type: bare(type),
      live: live === "live",
      data: namesIn(data),
    }));
    const types = Object.keys(payloads) as (keyof typeof payloads)[];
    const expected = types.map((type) => ({ type, live: core.isLive(type), data: Object.keys(payloads[type]) }));
    expect(byFirst(rows)).toEqual(byFirst(expected));
  });

  it("results-and-errors.md lists every error code with its type, refused and failed apart", () => {
    const [refused = [], failed = []] = tablesOf("docs/results-and-errors.md", "Code");
    const listed = (rows: readonly string[][]) => rows.map(([code = "", type = ""]) => `${bare(code)} ${bare(type)}`);
    const codes = Object.keys(errorCodes) as (keyof typeof errorCodes)[];
    const expected = (isRefused: boolean) =>
      codes.filter((code) => core.isRefused(code) === isRefused).map((code) => `${code} ${core.errorTypeOf(code)}`);
    expect({ refused: listed(refused).sort(), failed: listed(failed).sort() }).toEqual({
      refused: expected(true).sort(),
      failed: expected(false).sort(),
    });
  });

  it("running-calls.md lists every stop reason", () => {
    const listed = rowsOf("docs/running-calls.md", "`stopReason`").flatMap(([reasons = ""]) => namesIn(reasons));
    expect(listed.sort()).toEqual(Object.keys(stopReasons).sort());
  });
});

describe("tables of options", () => {
  it.each([
    { page: "docs/tools.md", heading: "Option", table: 0, names: toolOptions },
    { page: "docs/tools.md", heading: "Field", table: 0, names: contextFields },
    { page: "docs/running-calls.md", heading: "Option", table: 0, names: runnerOptions },
    { page: "docs/running-calls.md", heading: "Option", table: 1, names: loopOptions },
  ])("$page, $heading $table: every one, and no other", ({ page, heading, table, names }) => {
    const rows = tablesOf(page, heading)[table] ?? [];
    const listed = rows.flatMap(([cell = ""]) => [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name));
    expect(listed.sort()).toEqual(Object.keys(names).sort());
  });
});

/** The compiler holds all of these to the types: a name too many or too few does not compile. */
const toolOptions = {
  name: true,
  description: true,
  input: true,
  execute: true,
  output: true,
  emptyIsAbsent: true,
  aliases: true,
  insteadOf: true,
  inputExamples: true,
  providerOptions: true,
  allowlist: true,
  allowUserText: true,
  effects: true,
  concurrent: true,
  requiresConfirmation: true,
  preview: true,
  timeoutMs: true,
  streamsOutput: true,
  boundsOutput: true,
  suppressExecutionAnimation: true,
  beforeCall: true,
  onSuccess: true,
  onError: true,
  formatOutput: true,
  validator: true,
  errorOutput: true,
  subTools: true,
  replays: true,
} satisfies Record<keyof DefineToolOptions<unknown, unknown>, true>;

const contextFields = {
  signal: true,
  logger: true,
  now: true,
  conversation: true,
  runId: true,
  toolCallId: true,
  attempt: true,
  idempotencyKey: true,
  scrubber: true,
  deps: true,
  resolve: true,
  emitOutput: true,
  budget: true,
  addUsage: true,
  ask: true,
  stopRun: true,
  call: true,
  background: true,
} satisfies Record<keyof ToolContext, true>;

const runnerOptions = {
  registry: true,
  activity: true,
  policy: true,
  approver: true,
  approvalTimeoutMs: true,
  timeoutMs: true,
  maxConcurrency: true,
  redundancy: true,
  loopGuard: true,
  validate: true,
  repair: true,
  redaction: true,
  secrets: true,
  thrownErrors: true,
  outputCache: true,
  cacheTools: true,
  limits: true,
  maxOutputBytes: true,
  overrides: true,
  dependencies: true,
  deps: true,
  logger: true,
  now: true,
  conversation: true,
  onAsyncResult: true,
} satisfies Record<keyof RunnerOptions, true>;

const loopOptions = {
  model: true,
  tools: true,
  maxIterations: true,
  budget: true,
  stopWhen: true,
  output: true,
  requireDoneTool: true,
  llmOptions: true,
  prepareStep: true,
  observer: true,
  onUserMessage: true,
  trim: true,
  use: true,
  durable: true,
  compaction: true,
  steering: true,
  signal: true,
} satisfies Record<Exclude<keyof ToolLoopConfig, keyof RunnerOptions>, true>;

function packagesNeededBy(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.keys(dependencies).flatMap((name) => /^@toolwright\/(.+)$/.exec(name)?.[1] ?? []);
}

function linksOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
}

function leadsSomewhere(link: string, page: string): boolean {
  if (/^https?:/.test(link)) return true;
  const [path = "", anchor] = link.split("#", 2);
  const file = path === "" ? page : join(dirname(page), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || anchorsOf(readFileSync(file, "utf8")).includes(anchor);
}

/** As GitHub makes them: lower case, no punctuation, hyphens for spaces. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function importsOf(text: string): { readonly symbol: string; readonly from: string }[] {
  const imports = text.matchAll(/^import (?:type )?\{([^}]+)\} from "([^"]+)";$/gm);
  return [...imports].flatMap(([, symbols = "", from = ""]) =>
    symbols
      .split(",")
      .map((symbol) => symbol.trim().replace(/^type /, ""))
      .filter((symbol) => symbol !== "")
      .map((symbol) => ({ symbol, from })),
  );
}

function exportsOf(entry: string): string[] {
  const lists = readFileSync(entry, "utf8").matchAll(/^export (?:type )?\{([^}]+)\}/gm);
  return [...lists].flatMap(([, symbols = ""]) =>
    symbols.split(",").map((symbol) => symbol.trim().replace(/^type /, "")),
  );
}

function rowsOf(page: string, firstHeading: string): string[][] {
  return tablesOf(page, firstHeading)[0] ?? [];
}

/** The rows of every table whose first column has this heading. */
function tablesOf(page: string, firstHeading: string): string[][][] {
  const tables = readFileSync(page, "utf8").matchAll(/(?:^\|.*\|\n)+/gm);
  const rows = [...tables].map(([table]) => table.trim().split("\n").map(cellsOf));
  return rows.filter(([heading]) => heading?.[0] === firstHeading).map(([, , ...body]) => body);
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

function bare(cell: string): string {
  return cell.replaceAll("`", "");
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)\??`/g)].map(([, name = ""]) => name).sort();
}

function byFirst(rows: { type: string; live: boolean; data: readonly string[] }[]) {
  const sorted = rows.map((row) => ({ ...row, data: [...row.data].sort() }));
  return sorted.sort((one, other) => one.type.localeCompare(other.type));
}
