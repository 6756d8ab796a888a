import { normalise } from "../paths/lexical.ts";
import { foldName } from "../paths/protected-paths.ts";
import { expandBraces } from "../read/expand-braces.ts";
import type { ShellWord } from "../read/shell-word.ts";
import { escapeGlob } from "../read/shell-word.ts";
import { parseSegment, type SegmentGlob, segmentsMeet } from "../rules/segment-glob.ts";
import type { Directories } from "../walk/place.ts";

/** Where a word is looked up, and what may not be lost. Absolute. */
export interface VitalPlace {
  readonly directories: Directories;
  readonly root: string;
  readonly home: string;
}

/**
 * What would be lost if everything that a word names were deleted: `/`, a directory right below it, a home, the
 * workspace, what holds it, or its `.git`. Undefined: nothing of the kind, or it cannot be known.
 */
export function vitalPath(word: ShellWord, place: VitalPlace): string | undefined {
  if (word.below === true) return undefined;
  for (const text of textsOf(word, place)) {
    const lost = lostWith(segmentsOf(text), place);
    if (lost !== undefined) return lost;
  }
  return undefined;
}

/** Files without which the machine, or the repository of the workspace, is lost as well. */
export function vitalFile(word: ShellWord, place: VitalPlace, how: "lost" | "emptied"): string | undefined {
  if (word.below === true) return undefined;
  const inside = `${place.root}/.git/`;
  for (const text of textsOf(word, place)) {
    const segments = segmentsOf(text);
    const path = `/${segments.map(({ literal }) => literal ?? "*").join("/")}`;
    if (how === "emptied" && FOLDER.test(path)) continue;
    if (OF_THE_MACHINE.test(path)) return path;
    if (path.startsWith(inside) && OF_THE_REPOSITORY.test(path.slice(inside.length))) return path;
  }
  return undefined;
}

const OF_THE_MACHINE =
  /^\/(?:etc\/(?:passwd|shadow|group|gshadow|sudoers|fstab|crypttab|ld\.so\.cache|pam\.d|ssl)|boot\/(?:vmlinu[xz].*|initr.*|grub|efi|EFI)|(?:usr\/)?(?:bin|sbin|lib|lib64)\/(?:bash|sh|env|init|sudo|systemd|x86_64-linux-gnu|libc\.so.*|ld-.*\.so.*)|usr\/(?:bin|sbin|lib|lib64)|var\/lib\/(?:dpkg|rpm)|System\/Library)(?:\/\*)?$/;

/** What is written there is a new file in the folder. */
const FOLDER =
  /\/(?:s?bin|lib|lib64|pam\.d|ssl|x86_64-linux-gnu|grub|efi|EFI|dpkg|rpm|Library|objects|refs|heads|tags|remotes|\*)$/;

const OF_THE_REPOSITORY =
  /^(?:HEAD|config|packed-refs|objects(?:\/.*)?|refs(?:\/(?:heads|tags|remotes))?|\*)(?:\/\*)?$/;

/** Linux opens no longer name (limits.h); 256 of 20,000 letters each held the process for 84 ms. */
const PATH_MAX = 4_096;

/** Absolute glob texts. */
function textsOf(word: ShellWord, { directories, home }: VitalPlace): readonly string[] {
  if (word.form === "stream" || (word.form === "literal" && word.value === "")) return [];
  const homed = escapeGlob(home);
  const absolute = (text: string): readonly string[] => {
    if (/^~(?:\/|$)/.test(text)) return [homed + text.slice(1)];
    if (/^~[\w-]+\/?$/.test(text)) return [`/home/${text.slice(1)}`];
    const local = text.replace(/^~\+/, ".");
    return local.startsWith("/") ? [local] : (directories ?? []).map((one) => `${escapeGlob(one)}/${local}`);
  };
  if (word.form !== "dynamic") return word.tilde ? absolute(word.pattern) : absolute(word.pattern.replace(/^~/, "./~"));
  return /^[^"'$`\\]*$/.test(word.text)
    ? expandBraces(word.text)
        .filter((text) => text !== "" && text.length < PATH_MAX)
        .flatMap(absolute)
    : [];
}

function segmentsOf(text: string): readonly SegmentGlob[] {
  const written = normalise(text)
    .split("/")
    .filter((part) => part !== "");
  return written.map((part) => parseSegment(foldName(part) === ".git" ? ".git" : part));
}

function lostWith(segments: readonly SegmentGlob[], { root, home }: VitalPlace): string | undefined {
  const last = segments.at(-1);
  if (last === undefined) return "/";
  const all = isAll(last);
  if (all && !(segments.length === 2 && segments[0]?.literal === "tmp")) {
    const whole = whichIs(segments.slice(0, -1), root, home);
    if (whole !== undefined) return whole;
  }
  return whichIs(segments, root, home);
}

function whichIs(segments: readonly SegmentGlob[], root: string, home: string): string | undefined {
  const [first, second] = segments;
  if (first === undefined) return "/";
  if (isAbove(segments, `${root}/.git`) && segments.length > partsOf(root).length)
    return "the repository of the workspace";
  if (isAbove(segments, root)) return "the workspace";
  if (isAbove(segments, home)) return "the home directory";
  if (segments.length === 1) return `/${first.literal ?? "*"}`;
  const homes = /^(?:home|Users)$/.test(first.literal ?? "");
  return segments.length === 2 && homes ? `/${first.literal}/${second?.literal ?? "*"}` : undefined;
}

/** Do the segments name the path, or something that holds it? */
function isAbove(segments: readonly SegmentGlob[], path: string): boolean {
  const parts = partsOf(path);
  if (segments.length > parts.length) return false;
  return segments.every((segment, index) => meets(segment, parts[index] ?? ""));
}

function meets(segment: SegmentGlob, name: string): boolean {
  const wild = segment.literal === undefined && segment.tokens[0]?.kind !== "char";
  if (wild && name.startsWith(".")) return false;
  return segmentsMeet(segment, parseSegment(escapeGlob(name)));
}

function partsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

/** `*`, `.*`, `?*`: nothing is left but what has an odd name. */
function isAll({ tokens, literal }: SegmentGlob): boolean {
  if (literal !== undefined) return false;
  return tokens.every(
    (token) => token.kind === "star" || token.kind === "any" || (token.kind === "char" && token.char === "."),
  );
}
