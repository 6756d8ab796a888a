import { byName } from "../read/by-name.ts";
import { computed, type Finding, guard } from "../verdict/finding.ts";
import { isSpelled } from "../walk/place.ts";
import type { CommandReading, CommandView, Guard } from "./command-view.ts";
import { guardGeneric } from "./guard-generic.ts";

/** By the names of interpreters: options with which they take a program from the line, or load another one first. */
const INLINE: Readonly<Record<string, RegExp>> = {
  "python python2 python3 pypy pypy3": /^-[A-Za-z]*[ci]/,
  perl: /^-[A-Za-z0-9]*[eEiMmIxnpd]/,
  ruby: /^-[A-Za-z0-9]*[erinpIx]/,
  "node nodejs tsx ts-node bun deno":
    /^(?:-[A-Za-z]*[epri]|--(?:eval|print|require|import|loader|experimental-loader|interactive|env-file|inspect)(?:=|$|-))/,
  php: /^-[A-Za-z]*[rBREFdacS]/,
  "lua luajit osascript tclsh julia": /^-[eli]/,
  Rscript: /^-[eE]|^--default/,
};

const INTERPRETERS = byName(INLINE);

/** The names of interpreters, versioned ones (`python3.12`) by their stem. */
export function isInterpreter(name: string): boolean {
  return INTERPRETERS.has(stem(name));
}

function stem(name: string): string {
  return name.replace(/(?<=[a-z])[\d.]+$/, (digits) => (/^[23]$/.test(digits) ? digits : ""));
}

/** A script file may be allowed by a wildcard, code on the line or from standard input never is. */
export const guardInterpreter: Guard = (view): CommandReading => {
  const generic = guardGeneric(view);
  const inline = INTERPRETERS.get(stem(view.name)) ?? /^-/;
  const first = view.args.findIndex((word) => !word.value.startsWith("-") || word.form !== "literal");
  const options = first < 0 ? view.args : view.args.slice(0, first);
  const ranges = options.some((word) => inline.test(word.value));
  const evaluates = view.args.some((word) => word.value === "eval" || word.value === "repl");
  const asksVersion = view.args.length === 1 && /^--version$/.test(view.args[0]?.value ?? "");
  const noScript = first < 0 && !asksVersion && !options.some((word) => /^-m|^--(?:test|check)$/.test(word.value));
  const dash = view.args.some((word) => word.value === "-" || word.form === "stream");
  const findings = [...generic.findings];
  if (ranges || evaluates || noScript || dash)
    findings.push(codeFinding(view) ?? guard(`${view.name} runs code that no rule has seen.`));
  return { ...generic, findings };
};

/** What asks about code that an interpreter does not take from a file. Undefined: the line brings none. */
export function codeFinding({ name, args, fed, input }: CommandView): Finding | undefined {
  const inline = INTERPRETERS.get(stem(name));
  if (inline === undefined) return undefined;
  const at = args.findIndex(({ form, value }) => form === "literal" && (inline.test(value) || value === "eval"));
  const code = at < 0 ? undefined : args[at + 1];
  if (code !== undefined) {
    if (code.form !== "literal") return computed(`what ${name} is given cannot be known before.`);
    return codeOnLine(name, code.value);
  }
  const reads = at < 0 && args.every(({ form, value }) => form === "literal" && value.startsWith("-"));
  if (!reads || !fed) return undefined;
  if (input === undefined || !isSpelled(input)) return computed(`${name} takes its code from what is written into it.`);
  return codeOnLine(name, input.text);
}

function codeOnLine(name: string, code: string): Finding {
  const shown = `${name} would run code that stands on the line: ${shortened(code)}.`;
  return DECODES.test(code) && RUNS.test(code) ? computed(shown) : guard(shown);
}

const DECODES =
  /base64|b64|fromhex|unhexlify|atob\b|\bpack\b|\bchr\b|fromCharCode|Buffer\.from|rot_?13|zlib|\.decode\b|join\(|\[::-1\]|reverse/i;

const RUNS = /\b(?:exec|eval|compile|Function|system|popen|subprocess|child_process|spawn)\b|[A-Za-z]Sync\b/;

function shortened(text: string): string {
  const shown = text.trim().replace(/[\s\p{C}]+/gu, " ");
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
