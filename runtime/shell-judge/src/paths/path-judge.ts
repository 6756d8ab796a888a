import { escapeGlob, literalWord, unescaped } from "../read/shell-word.ts";
import { foldOf, type PathGlob, pathGlob } from "../rules/path-pattern.ts";
import type { Rule } from "../rules/rule.ts";
import { denial, type Finding, guard } from "../verdict/finding.ts";
import type { Directories } from "../walk/place.ts";
import { absoluteTexts, knownPart, named } from "./absolute-texts.ts";
import { deviceFinding, tellsOfMachine } from "./devices.ts";
import { isManifest, namesIt, namesManifest } from "./given-by-name.ts";
import { isInside, normalise } from "./lexical.ts";
import { meantPaths } from "./meant-paths.ts";
import { isOnlyOpened, mayHoldDenied, metAmongOthers } from "./met-files.ts";
import { oddFindings, splitFindings } from "./odd-names.ts";
import { isLikeOption, mayBecomeOption } from "./option-like.ts";
import type { PathContext } from "./path-context.ts";
import { covers, find, matches, ruleFinding } from "./path-rules.ts";
import type { PathUse } from "./path-use.ts";
import { mayMeetSecret } from "./pathspec.ts";
import type { ExistingPath } from "./real-paths.ts";

/** Judges a path seen from every directory the shell may be in, on the written and on the real path. */
export function judgePath(use: PathUse, directories: Directories, context: PathContext): readonly Finding[] {
  const found = judgeUse(use, directories, context);
  const denials = found.filter(({ verdict }) => verdict === "deny");
  if (use.counts === "asked-denials")
    return denials.map(({ reason }) => guard(`A program is told of a place: ${reason}`));
  return use.counts === "denials" ? denials : found;
}

function judgeUse(use: PathUse, directories: Directories, context: PathContext): readonly Finding[] {
  if (use.word.form === "stream" || (use.word.form === "literal" && use.word.value === "")) return [];
  const device = deviceFinding(use, directories);
  if (device !== undefined) return device;
  const dynamic = use.word.form === "dynamic";
  const texts = absoluteTexts(use, directories, context);
  const known = (texts ?? []).flatMap((text) => judgeText(text, use, context));
  if (texts !== undefined && !dynamic) return known;
  const denials = known.filter((finding) => finding.verdict === "deny");
  return [...denials, guard(`Which file ${JSON.stringify(use.word.text)} is cannot be known before it runs.`)];
}

/** A path on which every allowance and denial is looked at twice: as written and where it really leads. */
function judgeText(text: string, use: PathUse, context: PathContext): readonly Finding[] {
  const fold = { recursive: use.recursive === true, fold: foldOf(context.anchors) };
  const written = normalise(text);
  const real = realText(text, use, context);
  if (real === undefined) return [guard(`Where ${use.word.text} leads cannot be known.`)];
  const paths = [...new Set([written, real])].map((path) => ({ path, glob: pathGlob(path, fold) }));
  const [asWritten, atItsEnd] = paths.map(({ path, glob }) => judgeOne(path, glob, use, context));
  const leads = paths.length > 1 && use.access === "edit" ? ` It leads to ${unescaped(real)}.` : "";
  const found = [asWritten && withReason(asWritten, leads), atItsEnd].filter((finding) => finding !== undefined);
  const copies = paths.length > 1 && use.copied === true && use.word.form === "literal";
  const through = copies ? throughCopy(unescaped(real), context) : [];
  return [...found, ...through, ...judgeExisting(text, use, context)];
}

/** Who says yes to a path says yes to the file behind it. */
function withReason(finding: Finding, leads: string): Finding {
  return finding.verdict === "ask" ? { ...finding, reason: finding.reason + leads } : finding;
}

/** What is really there says more than a glob: where links lead, and which secrets a search would come across. */
function judgeExisting(text: string, use: PathUse, context: PathContext): readonly Finding[] {
  const below = use.recursive === true && (use.access === "read" || use.word.below === true);
  if (use.word.form !== "glob" && !below) return [];
  const existing = context.existing(text, below);
  // Asked before anything is found: whoever gathers the facts learns here that it matters.
  if (use.tracked === true) context.tracks(text);
  if (existing === undefined) return [guard(`What ${use.word.text} leads to cannot be known.`)];
  if (use.pathspec !== undefined) context.steps?.take(SECRETS_COMPARED + use.pathspec.length);
  if (context.unseen === true && use.pathspec !== undefined && mayMeetSecret(use.pathspec))
    return [guard(`${use.pathspec} may also stand for files that hold secrets.`)];
  if (context.unseen === true && use.word.prefix === "" && mayBecomeOption(use.word.pattern))
    return [guard(`${use.word.text} may stand for a name like an option; put ./ before it.`)];
  const found = below ? meantPaths(existing, { start: text, use }, context) : existing;
  return found
    .filter((one) => says(one, use, context))
    .flatMap((one) => judgeFound(one, { text, use, below }, context))
    .concat(use.word.below === true ? [] : splitFindings(existing, { text, word: use.word }, context));
}

/** So many steps it takes to hold a pathspec against the names of secrets. */
const SECRETS_COMPARED = 32;

/** Does it say more than the wildcard that it was found by? */
function says(found: ExistingPath, { access, copied }: PathUse, context: PathContext): boolean {
  if (found.plain !== true) return true;
  return (access === "edit" || copied === true) && (isManifest(found.path) || isRun(found.path, context));
}

/** One path that a wildcard becomes, or that lies below a place. */
function judgeFound(
  { path, real, odd }: ExistingPath,
  { text, use, below }: { readonly text: string; readonly use: PathUse; readonly below: boolean },
  context: PathContext,
): readonly Finding[] {
  const shown = use.word.text;
  if (real === undefined) return [guard(`Where ${path} leads cannot be known.`)];
  if (odd === true) return oddFindings(path, use.word);
  if (!below && use.word.prefix === "" && isLikeOption(path, text))
    return [guard(`${path} is named like an option; put ./ before ${shown}.`)];
  if (use.copied === true && isRun(path, context))
    return [guard(`${shown} holds ${path}, which other programs would run of the copy, too.`)];
  const fold = { fold: foldOf(context.anchors) };
  const names = [...new Set([normalise(path), named(real, context)])].map(escapeGlob);
  context.steps?.find();
  const { steps: _, ...counted } = context;
  const found = names.flatMap((name) => judgeOne(name, pathGlob(name, fold), use, counted) ?? []);
  const denied = below && found.some(({ verdict }) => verdict === "deny");
  const not = use.access === "read" ? "read" : "written";
  const meets = isOnlyOpened(use) ? { meets: { path: real } } : {};
  if (denied)
    return [{ ...guard(`${shown} holds ${path}, which may not be ${not}; leave it out by its folder.`), ...meets }];
  if (found.some(({ verdict }) => verdict === "deny")) return found.map((finding) => ({ ...finding, ...meets }));
  return use.copied === true && names.length > 1 ? [...found, ...throughCopy(named(real, context), context)] : found;
}

/** A link that is copied or moved is a second name, under which the rest of the line would write what it leads to. */
function throughCopy(real: string, context: PathContext): readonly Finding[] {
  const path = escapeGlob(real);
  const use: PathUse = { access: "edit", word: literalWord(real), covered: true };
  const finding = judgeOne(path, pathGlob(path, { fold: foldOf(context.anchors) }), use, context);
  if (finding === undefined || finding.verdict === "allow") return [];
  return [guard(`A link to ${real} would get a second name. ${finding.reason}`)];
}

/** May it be written only by a person, for what other programs do with it? */
function isRun(path: string, { protectedPaths }: PathContext): boolean {
  const text = escapeGlob(normalise(path));
  return protectedPaths.refuses(text, "edit") !== undefined || protectedPaths.asks(text) !== undefined;
}

/** The real path of what stands before the first wildcard, with the rest behind it. */
function realText(text: string, { word }: PathUse, context: PathContext): string | undefined {
  const known = knownPart(text, word);
  const real = context.realPath(unescaped(known));
  if (real === undefined) return undefined;
  return normalise(`${escapeGlob(named(real, context))}/${text.slice(known.length)}`);
}

function judgeOne(path: string, glob: PathGlob, use: PathUse, context: PathContext): Finding | undefined {
  context.steps?.take(stepsOf(glob, path, context));
  const shown = unescaped(path);
  const own: PathGlob = { ...glob, recursive: false };
  const isOpen = use.namesOnly === true && isInside(shown, context.anchors.root);
  const refused = isOpen ? undefined : context.protectedPaths.refuses(path, use.access);
  if (refused !== undefined) return denial(`${shown} is protected: ${refused}.`);
  const denied = find(context.rules.rules.deny, use.access, (rule) => matches(rule, own));
  if (denied !== undefined) return { ...ruleFinding("deny", denied, shown), ...metAmongOthers(path, use, denied) };
  if (!isOpen && glob.names === undefined && context.unseen === true && context.protectedPaths.mayHold(path))
    return guard(`${shown} may stand for a file that holds secrets.`);
  const below = mayHoldDenied({ path, glob, use }, context.rules);
  if (below !== undefined) return below;
  const asked = find(context.rules.rules.ask, use.access, (rule) => matches(rule, glob));
  if (asked !== undefined) return ruleFinding("ask", asked, shown);
  const allowed = find(context.rules.rules.allow, use.access, (rule) => covers(rule, glob), true);
  const why = use.access === "edit" ? whyAsked(path, use, allowed, context) : undefined;
  if (why !== undefined) return guard(`${shown} would be written, and ${why}.`);
  if (use.access === "read" && allowed === undefined && holdsTokens(shown)) {
    return guard(`${shown} may hold a token.`);
  }
  if (allowed !== undefined) return use.access === "read" ? undefined : written(allowed, shown);
  return judgeUnruled({ path, shown }, use, context);
}

/** Why a write is asked about that no rule names. */
function whyAsked(path: string, use: PathUse, allowed: Rule | undefined, { protectedPaths, unseen }: PathContext) {
  if (use.textJudged !== true && isManifest(path) && !namesManifest(allowed)) return "other programs run what it says";
  if (namesIt(allowed) || (use.environment === true && VENV.test(path))) return undefined;
  return protectedPaths.asks(path, unseen) ?? (use.brings === true ? protectedPaths.asksToBring(path) : undefined);
}

/** What an environment of Python is called. */
const VENV = /\/\.?venv$/;

/** A path of names is told apart from most patterns by one of them; any other is walked beside every pattern. */
function stepsOf({ segments, names }: PathGlob, { length }: string, { rules }: PathContext): number {
  const own = names === undefined ? 16 + 4 * segments.length + length : 8 + segments.length + Math.ceil(length / 16);
  const { deny, ask, allow } = rules.rules;
  return own + Math.ceil((deny.length + ask.length + allow.length) / 32);
}

/** The address of a remote may hold a password. */
function holdsTokens(path: string): boolean {
  return /\/\.git\/config$/i.test(path);
}

/** A write that a rule allows is told, for a mode may forbid it. */
function written(rule: Rule, path: string): Finding {
  return { verdict: "allow", kind: "allowed", rule: rule.text, reason: `${rule.text} allows writing ${path}.` };
}

/** What is remembered is glob text: a file that is called `*` must not be saved as every file. */
function judgeUnruled(
  { path, shown }: { readonly path: string; readonly shown: string },
  use: PathUse,
  context: PathContext,
): Finding | undefined {
  const { root } = context.anchors;
  const word = use.access === "read" ? "Read" : "Edit";
  if (!isInside(shown, root)) {
    if (use.access === "read" && use.recursive !== true && tellsOfMachine(path)) return undefined;
    return {
      verdict: "ask",
      kind: "outside",
      reason: `${shown} lies outside the workspace.`,
      ...(isInside(shown, "/tmp") ? { contained: true } : {}),
      remember: `${word}(/${path})`,
    };
  }
  if (use.access === "read") return undefined;
  if (shown.split("/").includes(".git")) return guard(`${shown} belongs to git.`);
  if (use.covered === true) return undefined;
  const relative = path.slice(escapeGlob(root).length) || "/**";
  const name = shown.slice(root === "/" ? 1 : root.length + 1) || shown;
  return { verdict: "ask", kind: "edit", reason: `${name} would be written.`, remember: `${word}(${relative})` };
}
