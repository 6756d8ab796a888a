import { programName } from "./unwrap-command.ts";
import type { ShellWord } from "./word-text.ts";

const SHELLS = new Set(["bash", "sh", "dash", "zsh", "ksh", "ash"]);

/** Programs that give the argument of `-c` to a shell. */
const WITH_COMMAND_OPTION = new Set([...SHELLS, "su", "runuser", "script", "flock"]);

/** Lines of shell that a command runs because of its arguments. */
export function nestedLines(words: readonly ShellWord[]): readonly string[] {
  const name = programName(words[0]?.text ?? "");
  const args = words.slice(1).map((word) => word.text ?? "");
  if (name === "eval" || name === "watch")
    return [args.filter((word) => name === "eval" || !word.startsWith("-")).join(" ")];
  if (name === "trap") return args.slice(0, 1);
  if (name === "env") return after(args, /^(?:-\w*S|--split-string)$/);
  return WITH_COMMAND_OPTION.has(name) ? after(args, /^-\w*c$|^--command$/) : [];
}

/** True when a command reads what it runs from its standard input. */
export function readsLines(words: readonly ShellWord[]): boolean {
  if (!SHELLS.has(programName(words[0]?.text ?? ""))) return false;
  return words.slice(1).every((word) => word.text?.startsWith("-") === true && !/^-\w*c$/.test(word.text));
}

/** The first argument after an option that is none itself; also `-Sline`, `--split-string=line`. */
function after(args: readonly string[], option: RegExp): readonly string[] {
  const at = args.findIndex((arg) => option.test(arg));
  if (at >= 0)
    return args
      .slice(at + 1)
      .filter((arg) => !arg.startsWith("-"))
      .slice(0, 1);
  const joined = args.find((arg) => /^(?:-S.|--split-string=|--command=)/.test(arg));
  return joined === undefined ? [] : [joined.replace(/^(?:-S|--split-string=|--command=)/, "")];
}
