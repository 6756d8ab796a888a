import { type Finding, forbidden } from "../decide/finding.ts";
import { isDevice } from "../paths/devices.ts";
import type { ShellWord } from "../read/shell-word.ts";
import { foundLoss } from "./found-loss.ts";
import { type VitalPlace, vitalPath } from "./vital-path.ts";

/**
 * What makes a command one that is never run, whoever approves it: the loss of the machine, a home, the workspace or its
 * repository, a file system made on or bytes written to a device, processes without end. It reads the words loosely, for
 * it must see through spellings that no grammar knows.
 */
export function neverFinding(name: string, args: readonly ShellWord[], place: VitalPlace): Finding | undefined {
  const lost = lostBy(name, args, place);
  if (lost !== undefined) return forbidden(`This would ${lost.verb} ${lost.what}.`);
  if (makesFileSystem(name, args)) return forbidden("Making a file system on a device is refused.");
  const device = written(name, args).find((path) => isDevice(path, place.directories));
  if (device !== undefined) return forbidden(`This would write onto the device ${device}.`);
  return forksForEver(name, args) ? forbidden("This is a fork bomb.") : undefined;
}

interface Loss {
  readonly verb: string;
  readonly what: string;
}

function lostBy(name: string, args: readonly ShellWord[], place: VitalPlace): Loss | undefined {
  const vital = (words: readonly ShellWord[], verb: string): Loss | undefined => {
    for (const word of words) {
      const what = vitalPath(word, place);
      if (what !== undefined) return { verb, what };
    }
    return undefined;
  };
  const operands = operandsOf(args);
  switch (name) {
    case "rm":
    case "srm":
    case "grm":
      return optionsOf(args).some(mayRecurse) ? vital(operands, "delete") : undefined;
    case "rimraf":
    case "trash":
    case "trash-put":
    case "gio":
      return vital(operands, "delete");
    case "unlink":
    case "shred":
    case "truncate":
      return vital(operands, "destroy");
    case "mv":
    case "gmv":
      return vital(movedBy(args), "move away");
    case "chmod":
    case "chown":
    case "chgrp":
    case "setfacl":
      return optionsOf(args).some(mayRecurse) ? vital(operands, "change everything in") : undefined;
    case "rsync":
      return args.some((word) => /^--del/.test(word.value)) ? vital(operands.slice(-1), "delete") : undefined;
    case "find":
    case "gfind":
    case "fd":
      return foundLoss(args, place);
    default:
      return undefined;
  }
}

/** Options may stand behind operands, as they do for GNU. */
function optionsOf(args: readonly ShellWord[]): readonly ShellWord[] {
  const end = args.findIndex((word) => word.form === "literal" && word.value === "--");
  return (end < 0 ? args : args.slice(0, end)).filter((word) => isOption(word) || word.form === "dynamic");
}

function operandsOf(args: readonly ShellWord[]): readonly ShellWord[] {
  const end = args.findIndex((word) => word.form === "literal" && word.value === "--");
  if (end < 0) return args.filter((word) => !isOption(word));
  return [...args.slice(0, end).filter((word) => !isOption(word)), ...args.slice(end + 1)];
}

function isOption({ prefix, form }: ShellWord): boolean {
  return prefix.startsWith("-") && (prefix.length > 1 || form !== "literal");
}

/** A word that is not known could be an option. Long ones may be shortened. */
function mayRecurse(word: ShellWord): boolean {
  if (word.form === "dynamic" && word.prefix === "") return word.splits;
  if (word.value.startsWith("--")) return word.value.length > 2 && "--recursive".startsWith(word.value);
  return /[rR]/.test(word.value);
}

/** All operands but the destination. */
function movedBy(args: readonly ShellWord[]): readonly ShellWord[] {
  const into = args.findIndex((word) => /^(?:-t|--target-directory)$/.test(word.value));
  if (into >= 0) return operandsOf([...args.slice(0, into), ...args.slice(into + 2)]);
  const operands = operandsOf(args);
  return args.some((word) => /^(?:-[a-z]*t.|--target-directory=)/.test(word.value)) ? operands : operands.slice(0, -1);
}

/** Every form of these that does more than print about itself. */
function makesFileSystem(name: string, args: readonly ShellWord[]): boolean {
  if (!/^(?:mkfs(?:\..+)?|mke2fs|mkswap|mkdosfs|mkntfs|newfs|wipefs|blkdiscard|fdformat)$/.test(name)) return false;
  const tells = args.some((word) => /^(?:-V|-h|-\?|--help|--version)$/.test(word.value));
  return !tells && !(args.length === 0 && !name.startsWith("mkfs"));
}

function written(name: string, args: readonly ShellWord[]): readonly string[] {
  const values = args.filter(({ form }) => form === "literal").map(({ value }) => value);
  const operands = values.filter((value) => !value.startsWith("-"));
  switch (name) {
    case "dd":
    case "dcfldd":
      return operands.filter((operand) => operand.startsWith("of=")).map((operand) => operand.slice(3));
    case "cp":
    case "mv":
    case "install":
      return operands.slice(-1);
    case "badblocks":
      return values.some((value) => /^-[a-z]*[wn]/.test(value)) ? operands : [];
    case "hdparm":
      return values.some((value) => /^--(?:security-erase|trim|write|fwdownload|make-bad)/.test(value)) ? operands : [];
    case "tee":
    case "shred":
    case "truncate":
    case "sgdisk":
    case "fdisk":
    case "sfdisk":
    case "parted":
      return /disk|parted/.test(name) && values.some((value) => /^(?:-l|--list|-p|--print)$/.test(value))
        ? []
        : operands;
    default:
      return [];
  }
}

/** `perl -e 'fork while fork'` and its like: a loop around `fork` in a program's text. */
function forksForEver(name: string, args: readonly ShellWord[]): boolean {
  if (!/^(?:perl|ruby|python|python\d[\d.]*|node|php)$/.test(name)) return false;
  return args.some(({ value }, index) => {
    const isCode = /^-\w*[ecr]$/.test(args[index - 1]?.value ?? "");
    return isCode && /\bfork\b/.test(value) && /\b(?:while|until|loop)\b/.test(value);
  });
}
