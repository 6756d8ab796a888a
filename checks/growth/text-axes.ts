// What is searched, edited and judged.
import { applyEdit, applyEdits, MAX_EDITS, namingFile, planPatch } from "@toolwright/edits";
import { judgeCommandLine } from "@toolwright/shell-judge";
import { type Axis, expectThat, type Work } from "./axis.ts";

const path = "big.ts";

export const TEXT_AXES: readonly Axis[] = [
  { name: "lines of a file that is edited", n: 2_500, prepare: oneEdit },
  { name: "edits in one call", n: Math.floor(MAX_EDITS / 16), prepare: manyEdits },
  { name: "places that are replaced", n: 1_000, prepare: manyPlaces },
  { name: "hunks of a patch", n: 50, prepare: manyHunks },
  { name: "blocks of SEARCH and REPLACE", n: 2_000, prepare: manyBlocks },
  {
    name: "lines of shell",
    n: 25,
    prepare: (size) => judged(list(size, (at) => `git log -n ${at} -- src/file${at}.ts`).join("\n")),
  },
  {
    name: "commands of one line of shell",
    n: 25,
    prepare: (size) => judged(list(size, (at) => `cat file${at}`).join(" && ")),
  },
  {
    name: "folders that one line of shell goes into",
    n: 10,
    prepare: (size) => judged(list(size, (at) => `cd d${at}`).join(" && ")),
  },
];

function lineOf(at: number): string {
  return `export const value${at} = compute(${at % 97}, "${"text ".repeat(at % 7)}");`;
}

function bytesOf(lines: number): Uint8Array {
  return new TextEncoder().encode(list(lines, (at) => `${lineOf(at)}\n`).join(""));
}

function editOf(at: number) {
  return { oldString: lineOf(at), newString: lineOf(at).replace("compute", "computed") };
}

function oneEdit(size: number): Work {
  const bytes = bytesOf(size);
  return () => expectThat(applyEdit({ path, bytes, ...editOf(size / 2) }).ok, "The edit was refused.");
}

function manyEdits(size: number): Work {
  const bytes = bytesOf(5_000);
  const edits = list(size, (at) => editOf(at * 97 + 7));
  return () => expectThat(applyEdits({ path, bytes, edits }).ok, "The edits were refused.");
}

function manyPlaces(size: number): Work {
  const edit = { path, bytes: bytesOf(size), oldString: "compute(", newString: "computed(", replaceAll: true };
  return () => expectThat(applyEdit(edit).ok, "The edit was refused.");
}

function manyHunks(size: number): Work {
  const bytes = bytesOf(25 * size);
  const hunks = list(size, (at) => {
    const line = at * 25 + 12;
    return `@@\n ${lineOf(line - 1)}\n-${lineOf(line)}\n+${lineOf(line)} // changed\n ${lineOf(line + 1)}\n`;
  });
  const patch = `*** Begin Patch\n*** Update File: ${path}\n${hunks.join("")}*** End Patch`;
  return () => expectThat(planPatch({ patch, fileAt: () => ({ kind: "file", bytes }) }).ok, "The patch was refused.");
}

function manyBlocks(size: number): Work {
  const blocks = list(size, (at) => `<<<<<<< SEARCH\n${lineOf(at)}\n=======\n${lineOf(at)} //\n>>>>>>> REPLACE\n`);
  const patch = blocks.join("");
  return () => expectThat(namingFile(patch, path).startsWith("--- "), "The blocks were not read.");
}

function judged(line: string): Work {
  const place = { cwd: "/home/ann/work", home: "/home/ann" };
  return () => expectThat(judgeCommandLine(line, place).verdict !== "deny", "The line was denied.");
}

function list<T>(size: number, make: (at: number) => T): T[] {
  return Array.from({ length: Math.floor(size) }, (_, at) => make(at));
}
