// One cell, or one later life of a program, in a process of its own: some of them end their process.
import { spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import { CELLS, type NextLife, toolsOn } from "./cells.ts";
import type { PersonAnswer, ProgramState, ProgramSubject } from "./program-subject.ts";
import { PROGRAM_SUBJECTS } from "./subjects.ts";

const [, , name = "", cell = "", given = ""] = process.argv;
const subject = subjectOf(name);

const nextLife: NextLife = async (state, answer, effects) => {
  const life: Life = { state, answer, effects };
  const argv = ["--disable-warning=ExperimentalWarning", import.meta.filename, name, "", JSON.stringify(life)];
  const { stdout } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  const ended: ProgramState | undefined = stdout === "" ? undefined : JSON.parse(stdout);
  return ended;
};

interface Life {
  readonly state: string;
  readonly answer: PersonAnswer;
  readonly effects: string;
}

function subjectOf(name: string): ProgramSubject {
  const found = PROGRAM_SUBJECTS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no subject ${name}.`);
  return found;
}

async function came(): Promise<unknown> {
  if (given === "") return CELLS[cell]?.({ subject, nextLife });
  const { state, answer, effects }: Life = JSON.parse(given);
  return subject.goOn?.(state, answer, toolsOn(effects));
}

writeSync(1, JSON.stringify((await came()) ?? null));
process.exit(0);
