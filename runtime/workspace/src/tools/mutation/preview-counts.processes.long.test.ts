import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type CallPreview, type JsonObject, type Policy, ToolRegistry, ToolRunner } from "@toolwright/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type FileToolsBench, fileToolsBench } from "../../../test/file-tools-bench.ts";
import { SEEN_FILES } from "../../tracking/seen-files.ts";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { applyPatchTool } from "../apply-patch/apply-patch.tool.ts";
import { editTool } from "../edit/edit.tool.ts";
import { multiEditTool } from "../multi-edit/multi-edit.tool.ts";
import { readTool } from "../read/read.tool.ts";
import { writeTool } from "../write/write.tool.ts";

const RUNS = process.env.LONG_PLAY === undefined ? 6 : 100;

const TOOLS = [readTool(), writeTool(), editTool(), multiEditTool(), applyPatchTool()];
const NAMES = ["a.txt", "b.txt", "c d.txt", "new.txt"];

const asks: Policy = { decide: ({ effects }) => ({ verdict: effects.kind === "read" ? "allow" : "ask" }) };

// Few different lines, so that the same ones come again, and some that a diff has to tell apart by their breaks.
const line = fc.constantFrom("", "}", "  x = 1;", "  x = 2;", "return x;", "é", "\ttab", "last");
const breaks = fc.constantFrom("\n", "\n", "\n", "\r\n");
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), breaks, fc.boolean(), fc.constantFrom("", "", "", "\ufeff"))
  .map(([lines, end, isEnded, mark]) => mark + lines.join(end) + (isEnded && lines.length > 0 ? end : ""));
const place = fc.nat({ max: 1_000 });
const name = fc.constantFrom(...NAMES);
const lines = fc.array(line, { maxLength: 4 });

/** A call as it is chosen before the files are known. */
const chosen = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), name, text }),
  fc.record({
    kind: fc.constant("edit" as const),
    name,
    at: place,
    count: fc.nat({ max: 3 }),
    lines,
    all: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("edits" as const), name, at: place, other: place, lines }),
  fc.record({
    kind: fc.constant("patch" as const),
    name,
    at: place,
    count: fc.nat({ max: 3 }),
    lines,
    to: fc.option(name),
  }),
  fc.record({ kind: fc.constant("drop" as const), name, made: name, lines }),
);
type Chosen = typeof chosen extends fc.Arbitrary<infer C> ? C : never;

/** The call that is made of it, on a file as it is. Many of them cannot be made; those are not asked about. */
function callOf(given: Chosen, contentOf: (name: string) => string): { name: string; arguments: JsonObject } {
  const { kind, name: file_path } = given;
  const old = contentOf(file_path).replaceAll("\r\n", "\n").replace("\ufeff", "").split("\n");
  const cut = (at: number, count: number) => old.slice(at % old.length, (at % old.length) + count);
  const added = given.kind === "write" ? [] : given.lines;
  if (kind === "write") return { name: "write", arguments: { file_path, content: given.text } };
  if (kind === "edit") {
    const texts = { old_string: cut(given.at, given.count + 1).join("\n"), new_string: added.join("\n") };
    return { name: "edit", arguments: { file_path, ...texts, replace_all: given.all } };
  }
  if (kind === "edits") {
    const edits = [given.at, given.other].map((at, n) => ({
      old_string: cut(at, n + 1).join("\n"),
      new_string: [...added, "}"].slice(n).join("\n"),
      replace_all: true,
    }));
    return { name: "multi_edit", arguments: { file_path, edits } };
  }
  if (kind === "drop") {
    const add = [`*** Add File: ${given.made}`, ...[...added, "end"].map((one) => `+${one}`)];
    const patch = ["*** Begin Patch", `*** Delete File: ${file_path}`, ...(given.made === file_path ? [] : add)];
    return { name: "apply_patch", arguments: { patch: [...patch, "*** End Patch"].join("\n") } };
  }
  const at = given.at % old.length;
  const hunk = [
    ...old.slice(Math.max(0, at - 3), at).map((one) => ` ${one}`),
    ...cut(at, given.count).map((one) => `-${one}`),
    ...added.map((one) => `+${one}`),
    ...old.slice(at + given.count, at + given.count + 3).map((one) => ` ${one}`),
  ];
  const move = given.to === null || given.to === file_path ? [] : [`*** Move to: ${given.to}`];
  const patch = ["*** Begin Patch", `*** Update File: ${file_path}`, ...move, "@@", ...hunk, "*** End Patch"];
  return { name: "apply_patch", arguments: { patch: patch.join("\n") } };
}

/** What came and went in a file, as git counts it, and as few as there can be. */
interface Counted {
  readonly git: string;
  readonly fewest: string;
}

/**
 * The fewest lines that make one text of another, by their longest common part: `git diff --minimal` finds more where a
 * line comes often, since it leaves such lines out before it compares.
 */
function fewest(before: string, after: string): { readonly more: number; readonly less: number } {
  const [old, now] = [before, after].map((one) => one.match(/[^\n]*\n|[^\n]+$/g) ?? []);
  if (old === undefined || now === undefined) throw new Error("There are two texts.");
  let row = Array.from({ length: now.length + 1 }, () => 0);
  for (const line of old) {
    const next = [0];
    for (const [at, other] of now.entries())
      next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  const common = row.at(-1) ?? 0;
  return { more: now.length - common, less: old.length - common };
}

function gitFolder(cwd: string) {
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd, env, encoding: "utf8", stdio: "pipe" });
  git("init", "-q");
  git("config", "core.autocrlf", "false");
  return {
    /** The name of all files as they are. */
    tree() {
      git("add", "-A");
      return git("write-tree").trim();
    },
    /** Lines that came and went, by file. `moves` says which files have another name. */
    counts(before: string, after: string, moves: ReadonlyMap<string, string>) {
      const apart = git("diff", "--minimal", "--numstat", "--no-renames", "-z", before, after)
        .split("\0")
        .filter(Boolean);
      const rows = apart.map((row) => row.split("\t"));
      const gone = new Set(moves.values());
      const textOf = (tree: string, path: string) =>
        git("ls-tree", "--name-only", "-z", tree).split("\0").includes(path) ? git("show", `${tree}:${path}`) : "";
      const countOf = (path: string, from: string, [added, removed]: readonly (string | undefined)[]): Counted => {
        const { more, less } = fewest(textOf(before, from), textOf(after, path));
        return { git: `${path} +${added || 0} -${removed ?? 0}`, fewest: `${path} +${more} -${less}` };
      };
      const counted = rows.flatMap(([added, removed, path = ""]) =>
        gone.has(path) || moves.has(path) ? [] : [countOf(path, path, [added, removed])],
      );
      for (const [path, from] of moves) {
        const row = git("diff", "--minimal", "--numstat", `${before}:${from}`, `${after}:${path}`).split("\t");
        counted.push(countOf(path, from, row));
      }
      return counted.sort((one, other) => (one.git < other.git ? -1 : 1));
    },
  };
}

const previewed = ({ files = [] }: CallPreview) =>
  files.flatMap(({ path, change, added, removed }) =>
    // A file without a line comes and goes without one.
    change === "modified" && added + removed === 0 ? [] : [`${path} +${added} -${removed}`],
  );

/** A folder, a runner whose every question is a yes, and what is counted of each call that changed something. */
async function countedFolder(files: readonly string[]) {
  const bench: FileToolsBench = await fileToolsBench(TOOLS);
  for (const [at, content] of files.entries()) await bench.put(NAMES[at] ?? "more.txt", content);
  const git = gitFolder(bench.workspace.root);
  const shows = new Map<string, CallPreview>();
  const counted: { readonly shown: readonly string[]; readonly real: readonly Counted[] }[] = [];
  let before = git.tree();
  const runner = new ToolRunner({
    registry: new ToolRegistry(TOOLS),
    policy: asks,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    approver: {
      approve: async ({ approvalId, toolCallId, shows: shown = {} }) => {
        shows.set(toolCallId, shown);
        return { approvalId, approve: true };
      },
    },
    overrides: new Map<string, () => unknown>([
      [WORKSPACE.id, () => bench.workspace],
      [SEEN_FILES.id, () => bench.seen],
    ]),
  }).use(async ({ toolCallId, tool }, next) => {
    const result = await next();
    if (tool.name === "read") return result;
    const after = git.tree();
    const shown = shows.get(toolCallId) ?? {};
    const moves = new Map((shown.files ?? []).flatMap(({ path, from }) => (from === undefined ? [] : [[path, from]])));
    counted.push({ shown: previewed(shown).sort(), real: git.counts(before, after, moves) });
    before = after;
    return result;
  });
  const contentOf = (file: string) => (existsSync(bench.path(file)) ? readFileSync(bench.path(file), "utf8") : "");
  const showAll = async () => {
    for (const file of readdirSync(bench.workspace.root)) if (NAMES.includes(file)) await bench.show(file);
  };
  return { runner, counted, contentOf, showAll };
}

it("counts what git counts afterwards, of every call of every step", { timeout: 600_000 }, async () => {
  let calls = 0;
  const steps = fc.array(fc.array(chosen, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 3, maxLength: 3 }), steps, async (files, given) => {
      const { runner, counted, contentOf, showAll } = await countedFolder(files);
      for (const step of given) {
        await showAll();
        await runner.execAll(step.map((one, at) => ({ id: `call-${at}`, ...callOf(one, contentOf) })));
      }
      for (const { shown, real } of counted)
        expect(shown).toEqual(real.map(({ git, fewest }, at) => (shown[at] === fewest ? fewest : git)));
      calls += counted.filter(({ real }) => real.length > 0).length;
    }),
    { numRuns: RUNS },
  );
  expect(calls).toBeGreaterThan(RUNS * 2);
});
