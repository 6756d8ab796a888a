// Milliseconds of CPU of edits, beside a replacement whose change jsdiff shows, and how they grow.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import * as now from "@toolwright/edits";
import { applyPatch, createTwoFilesPatch, formatPatch, structuredPatch } from "diff";

const ROUNDS = 9;
const { against } = parseArgs({ options: { against: { type: "string" } } }).values;
const before = against && (await import(pathToFileURL(resolve(against, "runtime/edits/dist/joined/index.js")).href));
const encoder = new TextEncoder();
const path = "big.ts";
const rows = [];

const lineOf = (index) => `export const value${index} = compute(${index % 97}, "${"text ".repeat(index % 7)}");`;
const fileOf = (lines) => Array.from({ length: lines }, (_, index) => `${lineOf(index)}\n`).join("");
const editOf = (index) => ({ oldString: lineOf(index), newString: lineOf(index).replace("compute", "computed") });

for (const lines of [2_500, 10_000, 40_000]) {
  const text = fileOf(lines);
  const bytes = encoder.encode(text);
  const one = editOf(lines / 2);
  row(`one edit in ${lines} lines`, {
    ours: ({ applyEdit }) => applyEdit({ path, bytes, ...one }),
    peer: () => replaced(text, [one]),
  });
}

await toolRow(10_000);

const text = fileOf(10_000);
const bytes = encoder.encode(text);
const fifty = Array.from({ length: 50 }, (_, index) => editOf(index * 199 + 7));
row("50 edits in one call, in 10,000 lines", {
  ours: ({ applyEdits }) => applyEdits({ path, bytes, edits: fifty }),
  peer: () => replaced(text, fifty),
});

for (const places of [2_500, 10_000, 40_000]) {
  const own = encoder.encode(fileOf(places));
  const all = { oldString: "compute(", newString: "computed(", replaceAll: true };
  // No peer: jsdiff takes seconds for 2,500 lines that all differ, and minutes for 10,000.
  row(`replace_all of ${places} places`, { ours: ({ applyEdit }) => applyEdit({ path, bytes: own, ...all }) });
}

for (const hunks of [100, 400, 1_600]) {
  const old = fileOf(hunks * 25);
  const lines = old.split("\n").map((line, index) => (index % 25 === 12 ? `${line} // changed` : line));
  const structured = structuredPatch(path, path, old, lines.join("\n"), "", "", { context: 3 });
  const unified = formatPatch(structured);
  const body = structured.hunks.map((hunk) => `@@\n${hunk.lines.join("\n")}\n`).join("");
  const patch = `*** Begin Patch\n*** Update File: ${path}\n${body}*** End Patch`;
  const own = encoder.encode(old);
  row(`a patch of ${hunks} hunks in ${hunks * 25} lines`, {
    ours: ({ planPatch }) => planPatch({ patch, fileAt: () => ({ kind: "file", bytes: own }) }),
    // jsdiff takes seconds for more.
    ...(hunks <= 400 && { peer: () => createTwoFilesPatch(path, path, old, applyPatch(old, unified)) }),
  });
}

console.log("| ms of CPU, median (least–most) | Toolwright | before | replace and jsdiff | ratio |");
console.log("| --- | ---: | ---: | ---: | ---: |");
for (const { name, ours, earlier, peer } of rows) {
  const ratio = peer === undefined ? "" : (ours.median / peer.median).toFixed(2);
  console.log(`| ${name} | ${shown(ours)} | ${shown(earlier)} | ${shown(peer)} | ${ratio} |`);
}

/** The whole call of the tool: it reads, compares with what was seen, keeps for undo, writes and flushes. */
async function toolRow(lines) {
  const name = `the same by the tool \`edit\`, with undo and on disk, in ${lines} lines`;
  rows.push({ name, ours: await byTool(lines), earlier: against && (await byTool(lines, against)) });
}

async function byTool(lines, checkout) {
  const [core, workspace] = await Promise.all(["core", "workspace"].map((name) => import(entryOf(name, checkout))));
  const root = await mkdtemp(join(tmpdir(), "bench-edit-"));
  await writeFile(join(root, path), fileOf(lines));
  const folder = await workspace.createLocalWorkspace({ root, stateDirectory: `${root}-state` });
  const registry = new core.ToolRegistry([workspace.editTool({ readPolicy: "edit-exact" })]);
  const overrides = workspace.workspaceOverrides({ workspace: folder });
  const runner = new core.ToolRunner({ registry, overrides, redundancy: "off", loopGuard: false });
  const there = editOf(lines / 2);
  const back = { oldString: there.newString, newString: there.oldString };
  const times = [];
  for (let round = -4; round < ROUNDS; round += 1) {
    const { oldString, newString } = round % 2 === 0 ? there : back;
    const start = process.cpuUsage();
    const args = { file_path: path, old_string: oldString, new_string: newString };
    const { result } = await runner.exec({ name: "edit", arguments: args });
    const { user, system } = process.cpuUsage(start);
    if (result.isError) throw new Error(result.error.message);
    if (round >= 0) times.push((user + system) / 1_000);
  }
  for (const made of [root, `${root}-state`]) await rm(made, { recursive: true });
  return middleOf(times);
}

/** Where a package of this checkout, or of another one that was built, begins. */
function entryOf(name, checkout) {
  const own = import.meta.resolve(`@toolwright/${name}`);
  if (checkout === undefined) return own;
  return pathToFileURL(resolve(checkout, own.slice(own.indexOf("/runtime/") + 1))).href;
}

function replaced(old, edits) {
  let after = old;
  for (const { oldString, newString } of edits) after = after.replace(oldString, () => newString);
  return createTwoFilesPatch(path, path, old, after);
}

function row(name, { ours, peer }) {
  const run = (edits) => () => {
    const outcome = ours(edits);
    return outcome.ok;
  };
  rows.push({ name, ours: measured(run(now)), earlier: before && measured(run(before)), peer: peer && measured(peer) });
}

/** Everyone has run before, so that the code is warm. Undefined for who refuses. */
function measured(work) {
  for (let round = 0; round < 3; round += 1) if (work() === false) return undefined;
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return middleOf(times);
}

function middleOf(times) {
  const sorted = times.toSorted((one, other) => one - other);
  return { least: sorted[0], median: sorted[Math.floor(ROUNDS / 2)], most: sorted.at(-1) };
}

function shown(times) {
  if (times === undefined) return "";
  const [median, least, most] = [times.median, times.least, times.most].map((one) => one.toPrecision(3));
  return `${median} (${least}–${most})`;
}
