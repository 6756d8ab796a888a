import { isDevice } from "../paths/devices.ts";
import { byName } from "../read/by-name.ts";
import { literalWord, type ShellWord, tailOf } from "../read/shell-word.ts";
import { type Finding, forbidden } from "../verdict/finding.ts";
import { foundLoss } from "./found-loss.ts";
import { erasesDevice } from "./storage.ts";
import { type VitalPlace, vitalFile, vitalPath } from "./vital-path.ts";

/**
 * What makes a command one that is never run, whoever approves it: the loss of the machine, a home, the workspace or
 * its repository, a file system made on or bytes written to a device. It reads the words loosely, for it must see
 * through spellings that no grammar knows.
 */
export function neverFinding([first, ...args]: readonly ShellWord[], place: VitalPlace): Finding | undefined {
  if (first?.form !== "literal") return undefined;
  const name = first.value.slice(first.value.lastIndexOf("/") + 1);
  const lost = LOSES.get(name)?.(args, place, name);
  if (lost !== undefined) return forbidden(`This would ${lost.verb} ${lost.what}.`);
  const erased = erasesDevice(name, args);
  if (erased !== undefined) return forbidden(erased);
  for (const word of written(name, args)) {
    const finding = overwritten(word, keeps(name, args) === false, place);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

/** A file that is written: a device, or one that is lost with what it held. */
export function overwritten(word: ShellWord, empties: boolean, place: VitalPlace): Finding | undefined {
  if (word.form === "literal" && word.value !== "" && isDevice(word.value, place.directories))
    return forbidden(`This would write onto the device ${word.value}.`);
  if (word.form === "literal" && /^\/proc\/sysrq-trigger$/.test(word.value))
    return forbidden("This would stop the machine at once.");
  const file = empties ? vitalFile(word, place, "emptied") : undefined;
  return file === undefined ? undefined : forbidden(`This would overwrite ${file}.`);
}

interface Loss {
  readonly verb: string;
  readonly what: string;
}

type Loses = (args: readonly ShellWord[], place: VitalPlace, name: string) => Loss | undefined;

const deletes: Loses = (args, place) => deleted(operandsOf(args), true, place);

/** Programs that delete, move away or change what their words name. */
const LOSES = byName<Loses>({
  "rm srm grm": (args, place) => deleted(operandsOf(args), optionsOf(args).some(mayRecurse), place),
  "rimraf del del-cli trash trash-put gio rmdir unlink deltree": deletes,
  "shred wipe truncate": (args, place) => lostIn(operandsOf(args), "destroy", place),
  "mv gmv": (args, place) => lostIn(movedBy(args), "move away", place),
  "chmod chown chgrp setfacl chattr": changed,
  rsync: synchronised,
  "tar bsdtar": (args, place) => (has(args, /^--remove-f/) ? archived(args, place) : undefined),
  zip: (args, place) =>
    has(args, /^-(?!-)\w*m|^--move$/) ? lostIn(operandsOf(args).slice(1), "move away", place) : undefined,
  "find gfind": foundLoss,
  "fd fdfind": fdLoss,
});

function has(args: readonly ShellWord[], option: RegExp): boolean {
  return optionsOf(args).some(({ value }) => option.test(value));
}

function synchronised(args: readonly ShellWord[], place: VitalPlace): Loss | undefined {
  const operands = operandsOf(args);
  if (has(args, /^--remove-s/)) return lostIn(operands.slice(0, -1), "move away", place);
  return has(args, /^--del/) ? lostIn(operands.slice(-1), "delete", place) : undefined;
}

/** Without an option that goes below, only files are lost. */
function deleted(operands: readonly ShellWord[], recursive: boolean, place: VitalPlace): Loss | undefined {
  return recursive ? lostIn(operands, "delete", place) : lostFile(operands, "delete", place);
}

function lostIn(words: readonly ShellWord[], verb: string, place: VitalPlace): Loss | undefined {
  for (const word of words) {
    const what = vitalPath(word, place);
    if (what !== undefined) return { verb, what };
  }
  return lostFile(words, verb, place);
}

function lostFile(words: readonly ShellWord[], verb: string, place: VitalPlace): Loss | undefined {
  for (const word of words) {
    const what = vitalFile(word, place, "lost");
    if (what !== undefined) return { verb, what };
  }
  return undefined;
}

/** Rights that are changed below a place, or all taken away from it. */
function changed(args: readonly ShellWord[], place: VitalPlace, name: string): Loss | undefined {
  const operands = operandsOf(args);
  const nothingLeft = name === "chmod" && operands.some(({ value }) => /^0{1,4}$|^(?:a|ugo)(?:-rwx|=)$/.test(value));
  if (!nothingLeft && !optionsOf(args).some(mayRecurse)) return undefined;
  const what = operands.map((word) => vitalPath(word, place)).find((found) => found !== undefined);
  return what === undefined ? undefined : { verb: nothingLeft ? "take all rights from" : "change everything in", what };
}

/** `tar cf x.tar FILES --remove-files`; `-C` says where the files lie. */
function archived(args: readonly ShellWord[], place: VitalPlace): Loss | undefined {
  const into = args.findIndex(({ value }) => value === "-C" || value === "--directory");
  const base = into < 0 ? undefined : args[into + 1]?.value;
  const at = base === undefined ? place : { ...place, directories: base.startsWith("/") ? [base] : undefined };
  return lostIn(
    operandsOf(args).filter((_, index) => index > 0 || args[0]?.prefix.startsWith("-") === true),
    "move away",
    at,
  );
}

/** `fd PATTERN PATH… -x rm`; without a pattern that selects anything. */
function fdLoss(args: readonly ShellWord[], place: VitalPlace): Loss | undefined {
  const at = args.findIndex(({ value }) => /^(?:-[xX]|--exec|--exec-batch)$/.test(value));
  if (at < 0 || !/^(?:rm|shred|unlink|mv|truncate)$/.test(args[at + 1]?.value ?? "")) return undefined;
  const [pattern, ...paths] = operandsOf(args.slice(0, at));
  if (pattern !== undefined && !/^(?:|\.|\.\*|\*|\^)$/.test(pattern.value)) return undefined;
  return lostIn(paths.length === 0 ? [literalWord(".")] : paths, "delete everything in", place);
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

/** Files that a command writes over. */
function written(name: string, args: readonly ShellWord[]): readonly ShellWord[] {
  const operands = operandsOf(args);
  if (/^(?:dd|dcfldd)$/.test(name))
    return operands.filter(({ value }) => value.startsWith("of=")).map((word) => tailOf(word, 3));
  if (/^(?:cp|mv|install)$/.test(name)) return operands.slice(-1);
  return /^(?:tee|shred|truncate|sponge)$/.test(name) ? operands : [];
}

/** Does it leave what the file held? */
function keeps(name: string, args: readonly ShellWord[]): boolean {
  if (name === "tee") return args.some(({ value }) => /^-\w*a|^--append$/.test(value));
  // A copy of a file of its own may be a repair, a copy of nothing is not.
  if (/^(?:cp|install|mv)$/.test(name)) return !args.some(({ value }) => /^\/dev\/(?:null|zero|u?random)$/.test(value));
  return name === "dd" && args.some(({ value }) => /^conv=.*notrunc|^oflag=.*append/.test(value));
}
