import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "./random.ts";

/** A program with options that only look, options that run, write or read elsewhere, and what it looks at. */
interface Program {
  readonly name: string;
  readonly looks: readonly string[];
  readonly acts: readonly string[];
  readonly operands: readonly string[];
}

const PROGRAMS: readonly Program[] = readFileSync(join(import.meta.dirname, "programs.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((text): Program => JSON.parse(text));

type Change = (option: string, random: Random) => string;

const CHANGES: readonly Change[] = [
  (option) => option,
  (option) => option,
  (option) => option,
  (option, random) =>
    option.replace(/^--([\w-]+)/, (_, name: string) => `--${name.slice(0, 1 + random.below(name.length))}`),
  (option) => option.replace(/^--/, "---"),
  (option) => option.replace(/^--/, "-"),
  (option) => option.replace(/^-(\w)/, "--$1"),
  (option) => option.replace(/^(--[\w-]+) /, "$1="),
  (option) => option.replace(/^(--[\w-]+)=/, "$1 "),
  (option) => option.replace(/^(-\w) /, "$1"),
  (option) => option.replace(/^(-\w)(?=[^ ])/, "$1 "),
  (option) => option.replace(/^-(\w)/, "'-'$1"),
  (option) => option.replace(/^-/, "\\-"),
  (option) => option.replace(/^(\S+)/, '"$1"'),
  (option) => option.replace(/^--(\w)/, (_, letter: string) => `--${letter.toUpperCase()}`),
  (option) => `$'${option.replace(/ .*/, "").replaceAll("'", "")}'${option.replace(/^\S+/, "")}`,
  (option) => `{${option.replace(/ .*/, "")},}${option.replace(/^\S+/, "")}`,
  (option) => `x=${option.replace(/^(\S+).*/, "$1")}`,
];

const LAYOUTS: readonly ((parts: Parts) => string)[] = [
  ({ name, look, act, operand }) => `${name} ${look} ${act} ${operand}`,
  ({ name, look, act, operand }) => `${name} ${operand} ${look} ${act}`,
  ({ name, look, act, operand }) => `${name} ${act} ${look} ${operand}`,
  ({ name, look, act }) => `${name} ${look} ${act}`,
  ({ name, act, operand }) => `${name} ${act} ${operand}`,
  ({ name, look, operand }) => `${name} ${look} ${operand}`,
  ({ name, look, act, operand }) => `${name} ${look} -- ${act} ${operand}`,
  ({ name, look, act, operand }) => `${name} ${bundled(look, act)} ${operand}`,
  ({ name, look, act, operand }) => `${name} ${bundled(look, act)} ${operand}`,
  ({ name, act, operand }) => `x='${act.replaceAll("'", "")}'; ${name} $x ${operand}`,
  ({ name, act, operand }) => `${name} $(echo ${act}) ${operand}`,
  ({ name, act, operand }) => `for f in ${operand}; do ${name} ${act} "$f"; done`,
  ({ name, act, operand }) => `echo ${operand} | xargs ${name} ${act}`,
  ({ name, look, act, operand }) => `timeout 5 ${name} ${look} ${act} ${operand}`,
  ({ name, look, act, operand }) => `cd src && ${name} ${look} ${act} ../${operand}`,
  ({ name, act, operand }) => `find . -maxdepth 1 -name '${operand}' -exec ${name} ${act} {} +`,
];

interface Parts {
  readonly name: string;
  readonly look: string;
  readonly act: string;
  readonly operand: string;
}

/** `-n` and `-O'x'` become `-nO'x'`. */
function bundled(look: string, act: string): string {
  return /^-\w/.test(look) && /^-\w/.test(act)
    ? `-${look.slice(1).replace(/ .*/, "")}${act.slice(1)}`
    : `${look} ${act}`;
}

/** Lines with options that run, write or read elsewhere, spelled in ways that a list of options may not know. */
export function mutatedLines(seed: number, count: number): readonly string[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const { name, looks, acts, operands } = random.pick(PROGRAMS);
    const look = looks.length === 0 ? "" : random.pick(looks);
    const act = random.pick(CHANGES)(random.pick(acts), random);
    const operand = random.pick(operands);
    return random.pick(LAYOUTS)({ name, look, act, operand }).replaceAll(/ +/g, " ").trim();
  });
}
