// Milliseconds of CPU of edits, beside a replacement whose change jsdiff shows, and how they grow.

import { resolve } from "node:path";
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
  }).sort((one, other) => one - other);
  return { least: times[0], median: times[Math.floor(ROUNDS / 2)], most: times.at(-1) };
}

function shown(times) {
  if (times === undefined) return "";
  const [median, least, most] = [times.median, times.least, times.most].map((one) => one.toPrecision(3));
  return `${median} (${least}–${most})`;
}
