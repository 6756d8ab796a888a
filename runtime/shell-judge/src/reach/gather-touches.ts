import { absoluteTexts, knownPart, named } from "../paths/absolute-texts.ts";
import { isInside, normalise } from "../paths/lexical.ts";
import type { PathContext } from "../paths/path-context.ts";
import type { PathUse } from "../paths/path-use.ts";
import { unescaped } from "../read/shell-word.ts";
import type { Directories } from "../walk/place.ts";
import type { Link, Touches } from "./touches.ts";

/** So many are told of each kind; a call with more is not clear. */
const MAX_TOLD = 50;

type Kind = "reads" | "writes" | "deletes" | "sends" | "runs";

/** Gathers what the commands of a line, or the arguments of a tool, would touch. */
export class GatheredTouches {
  readonly #context: PathContext;
  readonly #isKept: (path: string) => boolean;
  readonly #told = { reads: names(), writes: names(), deletes: names(), sends: names(), runs: names() };
  readonly #links = new Map<string, Link>();
  readonly #is = { unclear: false, wide: false, outside: false, lasting: false };

  /** `isKept`: what a file of the workspace held before it is changed can be brought back. */
  constructor(context: PathContext, isKept: (path: string) => boolean) {
    this.#context = context;
    this.#isKept = isKept;
  }

  /** What was gathered so far. */
  get touches(): Touches {
    return { ...this.#told, links: [...this.#links.values()], ...this.#is };
  }

  /** What each says: see `Touches`. */
  mark(as: "unclear" | "wide" | "outside" | "lasting"): void {
    this.#is[as] = true;
  }

  tell(kind: Kind, name: string): void {
    const told = this.#told[kind];
    if (told.includes(name)) return;
    if (told.length < MAX_TOLD) told.push(name);
    else this.mark("unclear");
  }

  /** Paths that are read or changed, seen from every directory that is possible. */
  paths(uses: readonly PathUse[], directories: Directories): void {
    for (const use of uses) this.#path(use, directories);
  }

  #path(use: PathUse, directories: Directories): void {
    const { word } = use;
    if (word.form === "stream" || use.counts !== undefined) return;
    const texts = word.form === "dynamic" ? undefined : absoluteTexts(use, directories, this.#context);
    if (texts === undefined) this.mark("unclear");
    else if (word.form === "glob" || use.recursive === true || texts.length > 1) this.mark("wide");
    for (const text of texts ?? []) this.#one(text, use);
  }

  #one(text: string, use: PathUse): void {
    const { root } = this.#context.anchors;
    const path = normalise(use.word.form === "glob" ? text : unescaped(text));
    const kind = use.removes === true ? "deletes" : use.access === "edit" ? "writes" : "reads";
    this.tell(kind, path);
    if (path === root) this.mark("wide");
    const leads = leadsTo(text, use, this.#context);
    if (leads === undefined) this.mark("unclear");
    for (const link of leads ?? []) this.#lead(link);
    const isFile = use.word.form === "literal" && use.recursive !== true;
    const files = [path, ...(leads ?? []).map(({ real }) => real)];
    if (kind !== "reads" && !(isFile && files.every(this.#isKept))) this.mark("lasting");
  }

  #lead({ path, real }: Link): void {
    if (real !== path) this.#links.set(path, { path, real });
    if (!isInside(real, this.#context.anchors.root)) this.mark("outside");
    if (this.#links.size > MAX_TOLD) this.mark("unclear");
  }
}

function names(): string[] {
  return [];
}

/** Where a path, or what a wildcard stands for, really leads, named from the root; undefined: not known. */
function leadsTo(text: string, use: PathUse, context: PathContext): readonly Link[] | undefined {
  const isGlob = use.word.form === "glob";
  const known = unescaped(knownPart(text, use.word));
  const real = context.realPath(known);
  const found = isGlob ? context.existing(text, use.access === "read" && use.recursive === true) : [];
  if (real === undefined || found === undefined) return undefined;
  const links: Link[] = [{ path: normalise(known), real: named(real, context) }];
  for (const one of found) {
    if (one.unfinished === true || one.real === undefined) return undefined;
    links.push({ path: one.path, real: named(one.real, context) });
  }
  return links;
}
