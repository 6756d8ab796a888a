import { type Finding, forced } from "../decide/finding.ts";
import type { ShellWord } from "../read/shell-word.ts";

type Test = (args: readonly string[]) => boolean;

const long = (args: readonly string[], name: string) =>
  args.some((arg) => arg.length > 4 && arg.startsWith("--") && name.startsWith(arg.split("=")[0] ?? arg));
const letter = (args: readonly string[], wanted: string) =>
  args.some((arg) => /^-[A-Za-z]+$/.test(arg) && arg.includes(wanted));
const first = (args: readonly string[], ...names: string[]) =>
  names.includes(args.find((arg) => !arg.startsWith("-")) ?? "");

const LOSSES: Record<string, readonly [Test, string]> = {
  push: [
    (args) =>
      letter(args, "f") ||
      letter(args, "d") ||
      args.some((arg) => arg.startsWith("--force")) ||
      ["--force-with-lease", "--mirror", "--delete", "--prune"].some((name) => long(args, name)) ||
      args.some((arg) => /^[+:]./.test(arg)),
    "overwrites or deletes what others see",
  ],
  reset: [(args) => long(args, "--hard") || long(args, "--merge") || long(args, "--keep"), "throws changes away"],
  clean: [(args) => letter(args, "f") || long(args, "--force") || letter(args, "x"), "deletes files git does not know"],
  branch: [
    (args) => letter(args, "D") || letter(args, "M") || letter(args, "f") || long(args, "--force"),
    "drops commits",
  ],
  tag: [(args) => letter(args, "d") || letter(args, "f") || long(args, "--delete"), "drops a tag"],
  stash: [(args) => first(args, "drop", "clear"), "drops saved changes"],
  checkout: [
    (args) => letter(args, "f") || long(args, "--force") || args.includes("--") || args.includes("."),
    "throws changes away",
  ],
  switch: [(args) => letter(args, "f") || letter(args, "C") || long(args, "--discard-changes"), "throws changes away"],
  restore: [(args) => !long(args, "--staged") || letter(args, "W") || long(args, "--worktree"), "throws changes away"],
  rm: [(args) => letter(args, "r") || letter(args, "f") || long(args, "--force"), "deletes files"],
  reflog: [(args) => first(args, "expire", "delete"), "drops what could be brought back"],
  gc: [(args) => args.some((arg) => arg.startsWith("--prune")), "drops what could be brought back"],
  prune: [() => true, "drops what could be brought back"],
  "update-ref": [(args) => letter(args, "d"), "drops commits"],
  worktree: [(args) => first(args, "remove", "prune"), "deletes a working tree"],
  "filter-branch": [() => true, "rewrites history"],
  "filter-repo": [() => true, "rewrites history"],
};

/** Forced asks: forms of git that lose something for good. */
export function gitLosses(subcommand: string, args: readonly ShellWord[]): readonly Finding[] {
  const loss = Object.hasOwn(LOSSES, subcommand) ? LOSSES[subcommand] : undefined;
  if (loss === undefined) return [];
  const [loses, what] = loss;
  return loses(args.map((word) => word.value)) ? [forced(`git ${subcommand} in this form ${what}.`)] : [];
}
