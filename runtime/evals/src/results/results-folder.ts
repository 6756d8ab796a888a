import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isFields, jsonIn } from "@toolwright/core/internal";
import type { ResultLine, Results, RunKey } from "./results.ts";
import { fileTape, NO_TAPE } from "./run-tape.ts";

/**
 * Results in a folder: `results.jsonl` has a line for every run and every score, `tapes/` a tape for every run. Throws
 * an `Error` that names a line which is none.
 */
export function resultsFolder(folder: string): Results {
  const file = join(folder, "results.jsonl");
  mkdirSync(folder, { recursive: true });
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = linesOf(text, file);
  // A line that was cut off as the machine stopped counts for nothing, and must not take the next one with it.
  if (text !== "" && !text.endsWith("\n")) appendFileSync(file, "\n");
  return {
    lines,
    add(line) {
      appendFileSync(file, `${JSON.stringify(line)}\n`);
      lines.push(line);
    },
    tape: ({ agent, task }: RunKey) => fileTape(join(folder, "tapes", nameOf(agent), `${nameOf(task)}.jsonl`)),
  };
}

/** Results that end with the process. */
export function noFolder(): Results {
  const lines: ResultLine[] = [];
  return { lines, add: (line) => void lines.push(line), tape: () => NO_TAPE };
}

/** A name of a file, whatever the name is. */
function nameOf(name: string): string {
  return encodeURIComponent(name).replaceAll(".", "%2E").replaceAll("*", "%2A");
}

function linesOf(text: string, file: string): ResultLine[] {
  const written = text.split("\n");
  return written.flatMap((line, place) => {
    if (line === "") return [];
    const json: unknown = jsonIn(line);
    if (isResultLine(json)) return [json];
    // One that was cut off has no end of its own, in this process or in an earlier one.
    if (json === undefined) return [];
    throw new Error(`${file}:${place + 1} is no result of an evaluation: name another folder.`);
  });
}

function isResultLine(json: unknown): json is ResultLine {
  if (!isFields(json) || ![json.agent, json.task].every(isText)) return false;
  if (json.kind === "run") return isText(json.fingerprint) && isFields(json.run) && isFields(json.run.usage);
  return json.kind === "score" && [json.scorer, json.expected].every(isText) && isFields(json.score);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
