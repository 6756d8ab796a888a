import { type Finding, forced, guard } from "../decide/finding.ts";
import type { PathUse } from "../paths/path-judge.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import type { CommandReading, Guard } from "./command-view.ts";
import { openFindings, optionFindings, optionPaths } from "./guard-reading.ts";
import { type OptionGrammar, optionGrammar } from "./option-grammar.ts";
import { type ReadArguments, readArguments } from "./read-arguments.ts";

const RM = optionGrammar(
  "d f i I r R v dir force interactive? recursive one-file-system preserve-root? no-preserve-root! verbose",
);

/** Deleting a tree cannot be undone; deleting the workspace, the home or a system directory is refused. */
export const guardRm: Guard = (view): CommandReading => {
  const read = readArguments(view.args, RM);
  const recursive = has(read, "-r", "-R", "--recursive");
  const findings: Finding[] = [...optionFindings("rm", read), ...openFindings("rm", read)];
  if (recursive) findings.push(forced("A recursive delete cannot be undone."));
  return { findings, paths: edits(read.operands, recursive), harmless: false };
};

const MAKE = optionGrammar(
  "m:text p v Z a c d:text h r:read t:text f mode:text parents verbose no-create date:text reference:read time:text no-dereference ignore-fail-on-non-empty",
);

/** `mkdir`, `touch`, `rmdir`: operands are written. */
export const guardMake: Guard = (view): CommandReading => {
  const read = readArguments(view.args, MAKE);
  return {
    findings: openFindings(view.name, read),
    paths: [...optionPaths(read), ...edits(read.operands)],
    harmless: false,
  };
};

const MODE = optionGrammar(
  "c f v R h recursive changes silent quiet verbose reference:read from:text preserve-root no-preserve-root",
);

/** `chmod`, `chown`, `chgrp`: the first operand is a mode; a whole tree cannot be put back. */
export const guardMode: Guard = (view): CommandReading => {
  const args = view.args.filter((word) => !/^[-+=][rwxXst]+$/.test(word.value) || word.value === "-R");
  const read = readArguments(args, MODE);
  const findings: Finding[] = [...openFindings(view.name, read)];
  if (has(read, "-R", "--recursive")) findings.push(forced(`${view.name} -R cannot be undone.`));
  const files = args.length < view.args.length ? read.operands : read.operands.slice(1);
  return { findings, paths: [...optionPaths(read), ...edits(files)], harmless: false };
};

const COPY: OptionGrammar = optionGrammar(
  "a b d f i H l L n p P r R s S:text t:edit T u v x Z D m:text o:text g:text C archive backup? force interactive link dereference no-dereference no-clobber preserve? no-preserve:text parents recursive reflink? remove-destination sparse:text strip-trailing-slashes symbolic-link suffix:text target-directory:edit no-target-directory update? verbose one-file-system mode:text owner:text group:text exchange no-copy strip! strip-program! s",
);

/** `cp`, `mv`, `ln`, `install`: sources are read (moved: written), the last operand or `-t` is written. */
export const guardCopy: Guard = (view): CommandReading => {
  const read = readArguments(view.args, COPY);
  const into = read.options.find(({ role }) => role === "edit")?.value;
  const sources = into === undefined && read.operands.length > 1 ? read.operands.slice(0, -1) : read.operands;
  const target = into ?? (read.operands.length > 1 ? read.operands.at(-1) : literalWord("."));
  const findings = [...optionFindings(view.name, read), ...openFindings(view.name, read)];
  const named = sources.flatMap((source) => (target === undefined ? [] : inside(target, source)));
  if (named.length < sources.length) findings.push(guard(`What ${view.name} writes cannot be known before it runs.`));
  const moved = view.name === "mv" ? edits(sources) : [];
  const reads = sources.map((word): PathUse => ({ access: "read", word, recursive: true }));
  const written = edits([...(target === undefined ? [] : [target]), ...named]);
  return { findings, paths: [...reads, ...moved, ...written], harmless: false };
};

/** The name a source gets when the target is a directory; none when that is not known. */
function inside(target: ShellWord, source: ShellWord): readonly ShellWord[] {
  const name = /([^/]+)\/*$/.exec(source.value)?.[1];
  if (source.form === "dynamic" || source.form === "stream" || target.form !== "literal") return [];
  if (source.form === "glob") return name === undefined || /^[.[]/.test(name) ? [] : [target];
  if (name === undefined || name === "." || name === "..") return [];
  return [
    {
      ...target,
      value: `${target.value}/${name}`,
      prefix: `${target.prefix}/${name}`,
      pattern: `${target.pattern}/${literalWord(name).pattern}`,
    },
  ];
}

const TEE = optionGrammar("a i p append ignore-interrupts output-error? help version");

/** `tee` writes its operands: each needs the right to be edited. */
export const guardTee: Guard = ({ args }): CommandReading => {
  const read = readArguments(args, TEE);
  const paths = read.operands.map((word): PathUse => ({ access: "edit", word }));
  return { findings: openFindings("tee", read), paths, harmless: false };
};

/** `dd` overwrites what it names. */
export const guardDd: Guard = (): CommandReading => {
  return { findings: [forced("dd overwrites its target.")], paths: [], harmless: false };
};

function edits(words: readonly ShellWord[], recursive = false): readonly PathUse[] {
  return words.map((word) => ({ access: "edit", word, covered: true, recursive }));
}

function has(read: ReadArguments, ...names: string[]): boolean {
  return read.options.some((option) => names.includes(option.name));
}
