import type { CommandView } from "../guards/command-view.ts";
import { join, normalise } from "../paths/lexical.ts";
import type { PathUse } from "../paths/path-use.ts";
import { literalWord, type ShellWord, tailOf } from "../read/shell-word.ts";
import { computed, type Finding, guard } from "../verdict/finding.ts";
import { type Exits, isSpelled, stay } from "../walk/place.ts";
import { isFreeName } from "../walk/variables.ts";
import { isHarmlessSetting } from "./judge-environment.ts";

/** What the judge makes of a word that the shell itself answers to, or of a shell. */
export interface ShellBuiltin {
  readonly findings: readonly Finding[];
  readonly paths: readonly PathUse[];
  /** Texts that would be run. */
  readonly texts: readonly ShellWord[];
  /** What arrives on standard input is run. */
  readonly fed?: boolean;
  readonly exits?: Exits;
  /** Variables that it gives a value that is known. */
  readonly assigns?: readonly (readonly [string, ShellWord])[];
  /** Variables that it gives a value. */
  readonly names?: readonly string[];
}

const NOTHING: ShellBuiltin = { findings: [], paths: [], texts: [] };

const EVALUATING = new Set(
  (
    "export declare typeset readonly local unset let mapfile readarray getopts alias unalias shopt enable hash bind " +
    "complete compgen compopt history fc set trap eval source . popd dirs disown suspend umask ulimit times kill jobs fg bg"
  ).split(" "),
);

const SHELLS = new Set("bash sh dash zsh ksh mksh ash fish csh tcsh rbash pwsh powershell cmd".split(" "));

const CONTROL = new Set([":", "true", "false", "break", "continue", "return", "exit", "wait", "shift", "pwd", "type"]);

/** Judges shell built-ins and shells. Undefined: the name is an ordinary command. */
export function judgeShellWord(name: string, args: readonly ShellWord[], view: CommandView): ShellBuiltin | undefined {
  if (name === "cd" || name === "pushd") return judgeCd(args, view);
  if (CONTROL.has(name)) return judgeControl(name, args);
  if (onlyTells(name, args)) return NOTHING;
  if (SHELLS.has(name)) return isVersion(args) ? undefined : judgeShell(name, args, view);
  if (name === "read") return judgeRead(args);
  return EVALUATING.has(name) ? judgeEvaluating(name, args) : undefined;
}

/** What may run commands, or changes the shell. */
function judgeEvaluating(name: string, args: readonly ShellWord[]): ShellBuiltin {
  const moved = /^(?:popd|eval|source|\.|shopt|alias)$/.test(name) ? { exits: stay(undefined) } : {};
  const isComputed = /^(?:eval|source|\.|trap)$/.test(name) && args.some(({ form }) => form !== "literal");
  if (name === "export" && args.length > 0 && args.every(isHarmlessExport))
    return { ...NOTHING, assigns: assigned(args) };
  const findings = [
    isComputed
      ? computed(`what ${name} is given cannot be known before.`)
      : guard(`${name} ${CAN[name] ?? "can run commands or change what later words mean"}.`),
  ];
  const assigns = DECLARES.has(name) ? assigned(args) : name === "set" ? positional(args) : [];
  return { findings, paths: sourced(name, args), texts: evaluated(name, args), assigns, ...moved };
}

const CAN: Readonly<Record<string, string | undefined>> = {
  kill: "ends other programs, or tells them to do something",
  history: "can change or show what was typed before",
};

function isHarmlessExport(word: ShellWord): boolean {
  const name = /^([A-Za-z_]\w*)=/.exec(word.prefix)?.[1];
  if (name === undefined || word.form !== "literal" || word.tilde) return false;
  return isFreeName(name) || isHarmlessSetting(name, tailOf(word, name.length + 1));
}

/** It prints something about the shell, or makes it stricter: by its words, at least one of them for `set`. */
function onlyTells(name: string, args: readonly ShellWord[]): boolean {
  if (name === "command") return /^-[vV]$/.test(args[0]?.value ?? "");
  const words = TELLS.get(name);
  return (
    words !== undefined &&
    args.every((word) => word.form === "literal" && words.test(word.value)) &&
    (name !== "set" || args.length > 0)
  );
}

const TELLS: ReadonlyMap<string, RegExp> = new Map([
  ["help", /^[a-z]+$/],
  // With a number behind an option it would set the limit.
  ["ulimit", /^-[A-Za-z]$/],
  // A shell that runs a line has none of its own, and reads none from a file unless it is told to.
  ["history", /^\d+$/],
  ["jobs", /^-[lnprs]+$/],
  // With a word it would give one, or show a single one.
  ["alias", /^$(?!)/],
  // `set -euo pipefail` makes a script stricter and nothing else.
  ["set", /^(?:[-+][eux]+o?|-o|pipefail|errexit|nounset|xtrace)$/],
]);

const DECLARES = new Set(["export", "declare", "typeset", "readonly", "local"]);

/** `set -- a b` gives `$1` and `$2` their values. */
function positional(args: readonly ShellWord[]): readonly (readonly [string, ShellWord])[] {
  if (args[0]?.value !== "--") return [];
  return args.slice(1, 10).map((word, index) => [String(index + 1), word]);
}

function assigned(args: readonly ShellWord[]): readonly (readonly [string, ShellWord])[] {
  return args.flatMap((word): (readonly [string, ShellWord])[] => {
    const name = /^([A-Za-z_]\w*)=/.exec(word.prefix)?.[1];
    return name === undefined ? [] : [[name, tailOf(word, name.length + 1)]];
  });
}

function isVersion(args: readonly ShellWord[]): boolean {
  return args.length === 1 && args[0]?.text === "--version";
}

function judgeControl(name: string, args: readonly ShellWord[]): ShellBuiltin {
  const odd = name === "wait" && args.some((word) => !/^\d+$|^%\d+$/.test(word.value));
  return odd ? { ...NOTHING, findings: [guard("wait with options sets a variable.")] } : NOTHING;
}

/** `read -r line` only gives the line's own variables a value. */
function judgeRead(args: readonly ShellWord[]): ShellBuiltin {
  const at = args.findIndex((word) => word.form !== "literal" || !word.value.startsWith("-"));
  const options = at < 0 ? args : args.slice(0, at);
  const names = at < 0 ? [] : args.slice(at);
  const plain =
    options.some((word) => word.value.includes("r")) &&
    options.every((word) => /^-[rs]+$/.test(word.value)) &&
    names.length > 0 &&
    names.every((word) => word.form === "literal" && isFreeName(word.value));
  const findings = plain ? [] : [guard("read with these words can run commands or change what later words mean.")];
  return { ...NOTHING, findings, names: names.map(({ value }) => value) };
}

function evaluated(name: string, args: readonly ShellWord[]): readonly ShellWord[] {
  if (name === "trap") return args.slice(0, 1).filter((word) => word.value !== "-" && word.value !== "");
  if (name !== "eval") return [];
  const known = args.every((word) => word.form === "literal");
  return known ? [literalWord(args.map((word) => word.value).join(" "))] : [];
}

function sourced(name: string, args: readonly ShellWord[]): readonly PathUse[] {
  const file = name === "source" || name === "." ? args[0] : undefined;
  return file === undefined ? [] : [{ access: "read", word: file }];
}

/** `bash -c 'literal text'` is what the text is; every other shell, script or standard input asks. */
function judgeShell(name: string, args: readonly ShellWord[], view: CommandView): ShellBuiltin {
  const at = args.findIndex(
    (word) => word.form !== "literal" || !/^[-+]/.test(word.value) || /^-[a-z]*c[a-z]*$/.test(word.value),
  );
  const option = args[at]?.value ?? "";
  const text = /^-[a-z]*c/.test(option) ? args[at + 1] : undefined;
  if (text === undefined) {
    const paths = args.filter((word) => !word.value.startsWith("-")).map((word): PathUse => ({ access: "read", word }));
    if (onlyChecks(name, args)) return { findings: [], paths, texts: [] };
    const fed = args.every((word) => /^-(?!.*c)/.test(word.value) || word.value === "/dev/stdin");
    return { findings: [scriptFinding(name, fed, view)], paths, texts: [], fed };
  }
  const seen = name === "bash" && at === 0 && /^-[eux]*c$/.test(option) && !/^[-+]/.test(text.value);
  const findings = seen ? [] : [guard(`${name} ${option} may read its text in another way than bash.`)];
  return { findings, paths: [], texts: [text] };
}

/** `bash -n FILE` reads a script and runs nothing of it. */
function onlyChecks(name: string, [option, file, ...others]: readonly ShellWord[]): boolean {
  const isFile =
    file !== undefined && others.length === 0 && /^(?:literal|glob)$/.test(file.form) && /^[^-+]/.test(file.prefix);
  return /^(?:ba|da)?sh$/.test(name) && option?.text === "-n" && isFile;
}

function scriptFinding(name: string, fed: boolean, view: CommandView): Finding {
  if (view.args.some(({ form }) => form !== "literal"))
    return computed(`which script ${name} takes is not known before.`);
  if (!fed || !view.fed || isSpelled(view.input)) return guard(`${name} would run a script that was not judged.`);
  return computed(`${name} takes its script from what is written into it.`);
}

/** No folder of a person lies so deep, and each path is looked at folder by folder. */
const MAX_FOLDERS = 100;

function lost(reason: string): ShellBuiltin {
  return { ...NOTHING, findings: [guard(reason)], exits: stay(undefined) };
}

/** Follows `cd`; where it leads must be readable, else the directory is unknown from there on. */
function judgeCd(args: readonly ShellWord[], view: CommandView): ShellBuiltin {
  const operands = args.filter((word) => !/^-(?:[LPe@]+|-)$/.test(word.value) || word.form !== "literal");
  const target = operands[0] ?? literalWord(view.home);
  if (operands.length > 1 || target.form !== "literal" || /^[-+]/.test(target.value) || target.value === "") {
    return lost("Where cd leads cannot be known before it runs.");
  }
  const physical = args.some((word) => /^-[Le@]*P/.test(word.value));
  if (physical && target.value.includes("..")) {
    return lost("Where cd -P leads depends on links.");
  }
  const path = target.tilde ? view.home + target.value.slice(1) : target.value;
  const places = path.startsWith("/") ? [path] : view.directories?.map((directory) => join(directory, path));
  const ok = places?.map(normalise);
  if (ok?.some((one) => one.split("/").length > MAX_FOLDERS) === true) return lost("cd leads deeper than is followed.");
  return { ...NOTHING, paths: [{ access: "read", word: target }], exits: { ok, failed: view.directories } };
}
