import { escapeGlob } from "../read/shell-word.ts";
import type { Token } from "../rules/glob-token.ts";
import {
  type Anchors,
  mayMatch,
  type PathGlob,
  type PathPattern,
  parsePathPattern,
  pathGlob,
} from "../rules/path-pattern.ts";
import { parseSegment, type SegmentGlob, segmentsMeet } from "../rules/segment-glob.ts";
import { ASKED, mayBring, RUN_BY_OTHERS } from "./guarded-files.ts";
import { isPrivateKey, KEYS, NOT_A_KEY, SECRET_EXAMPLES, SECRET_PATTERNS } from "./secret-names.ts";

/** Examples that are committed with their values blank. */
const OPEN = /^(?:\.env[.-](?:example|sample|template|dist|defaults)|(?:example|sample)\.env)$/;

const GONE_BY = "other programs or agents go by what it says";

/** A name as every volume would find it: small letters, compatible forms as one, nothing that is not seen. */
export function foldName(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase();
}

/** What no rule gives away. */
export interface ProtectedPaths {
  /** Why this access is denied, or undefined. The path is absolute, as glob text. */
  refuses(path: string, access: "read" | "edit"): string | undefined;
  /** Why writing it is asked about, unless a rule names it; of a wildcard only where nobody looks at the names. */
  asks(path: string, unseen?: boolean): string | undefined;
  /** The same for a folder that may come there with all that it holds. */
  asksToBring(path: string): string | undefined;
  /** Whether a name that this glob stands for may be one of a secret: for wildcards where nobody looks at the names. */
  mayHold(glob: string): boolean;
}

/** The built-in denials, read once for a home; `own` are directories of the program that has this judge. */
export function protectedPaths(given: Anchors, own: readonly string[] = []): ProtectedPaths {
  const anchors = { root: foldName(given.root), home: foldName(given.home) };
  const listed = SECRET_PATTERNS.filter((pattern) => pattern !== KEYS);
  const keys = parsePathPattern(KEYS, anchors, true);
  const secrets = patterns(listed, anchors).filter((pattern) => !holdsRoot(pattern, anchors));
  const plain = secrets.filter(({ segments }) => segments.every((one) => one === "**" || one.literal !== undefined));
  const shown = plain.filter(({ segments }) => segments.length > 2 || isDotted(segments.at(-1)));
  const runByOthers = patterns(RUN_BY_OTHERS, anchors).filter((pattern) => !holdsRoot(pattern, anchors));
  const asked = patterns(ASKED, anchors);
  const manifest = parsePathPattern("//**/package.json", anchors, true);
  const kept = own.map((path) => parsePathPattern(`/${escapeGlob(foldName(path))}`, anchors, true));
  const holdsSecret = (path: PathGlob, last: SegmentGlob | undefined): boolean => {
    if (last?.literal !== undefined && isPrivateKey(last.literal)) return true;
    if (last !== undefined && last.literal === undefined && !isEverything(last) && isLikeSecret(last)) return true;
    return (path.names === undefined ? shown : secrets).some((pattern) => mayMatch(pattern, path));
  };
  return {
    refuses(text, access) {
      const path = pathGlob(text, { fold: foldName });
      const last = path.segments.at(-1);
      if (last?.literal !== undefined && OPEN.test(last.literal)) return undefined;
      if (holdsSecret(path, last)) return "it may hold secrets";
      if (access === "read") return undefined;
      if (last?.literal === ".git") return "it says where the repository is";
      if (kept.some((pattern) => mayMatch(pattern, path))) return "toolwright keeps its rules or its records there";
      return runByOthers.some((pattern) => mayMatch(pattern, path)) ? "programs run what it says" : undefined;
    },
    mayHold(text) {
      const path = pathGlob(text, { fold: foldName });
      const source = NOT_A_KEY.test(text.toLowerCase());
      return secrets.some((pattern) => mayMatch(pattern, path)) || (!source && mayMatch(keys, path));
    },
    asks(text, unseen) {
      const path = pathGlob(text, { fold: foldName });
      if (path.names === undefined && unseen !== true) return undefined;
      return (path.names === undefined ? [...asked, manifest] : asked).some((pattern) => mayMatch(pattern, path))
        ? GONE_BY
        : undefined;
    },
    asksToBring: (text) => (mayBring(foldName(text)) ? GONE_BY : undefined),
  };
}

function isDotted(segment: SegmentGlob | "**" | undefined): boolean {
  return segment !== "**" && segment?.literal?.startsWith(".") === true;
}

const EXAMPLES = SECRET_EXAMPLES.map((name) => parseSegment(escapeGlob(name)));

/** A wildcard that stands for a name like that of a secret; hidden names only where it begins with a dot. */
function isLikeSecret(glob: SegmentGlob): boolean {
  const dotted = glob.tokens[0]?.kind === "char" && glob.tokens[0].char === ".";
  return EXAMPLES.some((name) => (dotted || name.literal?.startsWith(".") === false) && segmentsMeet(glob, name));
}

/** `*`, `*.*` or `[!.]*`, which do not stand for hidden names, are not taken for a secret of every other name. */
function isEverything({ tokens: [first, ...others] }: SegmentGlob): boolean {
  return first !== undefined && isAnyLetter(first) && others.every((token) => isAnyLetter(token) || isDot(token));
}

function isDot(token: Token): boolean {
  return token.kind === "char" && token.char === ".";
}

function isAnyLetter(token: Token): boolean {
  return token.kind !== "char";
}

function patterns(list: readonly string[], anchors: Anchors): readonly PathPattern[] {
  return list.map((text) => parsePathPattern(text.toLowerCase(), anchors, true));
}

/** A workspace that itself lies in a protected directory is there because a person put it there. */
function holdsRoot(pattern: PathPattern, anchors: Anchors): boolean {
  const segments = anchors.root.split("/").filter((part) => part !== "");
  const literal = segments.map((part) => parsePathPattern(`//${part}`, anchors, true).segments[0]);
  const known = literal.filter((segment) => segment !== undefined && segment !== "**");
  return mayMatch(pattern, { segments: known, recursive: false });
}
