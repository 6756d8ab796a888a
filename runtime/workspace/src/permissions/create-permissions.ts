import type { JsonObject, Policy, Reach, Tool, Verdict } from "@toolwright/core";
import { onlyGiven, originOf } from "@toolwright/core/internal";
import {
  createLineEngine,
  type Decision,
  type DiskFacts,
  decide,
  deniesReading,
  type Explanation,
  explainFindings,
  type Finding,
  isHeldBySandbox,
  isInside,
  judgeOnDisk,
  LEXICAL,
  type LineEngineOptions,
  lacksRule,
  type ModeOptions,
  normalise,
  type PermissionMode,
  type RealPaths,
  type RuleTarget,
  reachOf,
  runsCode,
  type Touches,
} from "@toolwright/shell-judge";
import { KEPT_FROM_LINES } from "../sandbox/kept-from-lines.port.ts";
import { keepWords } from "../tools/bash/read-words.ts";
import { SHELL_DIRECTORIES, ShellDirectories } from "../tools/bash/shell-directories.ts";
import { FILE_GUARD, type FileGuard } from "../workspace/file-guard.port.ts";
import { checkPermissionOptions } from "./check-permission-options.ts";
import { type AnsweredCall, type ForeseeChanges, heldToUndo } from "./held-to-undo.ts";
import { type JudgedCall, type JudgedTool, judgeTool, namesTool } from "./judge-tool.ts";
import { LinesKeptFromFiles } from "./lines-kept-from-files.ts";
import { onWindows } from "./on-windows.ts";
import { changesScripts } from "./package-scripts.ts";
import { JudgedLinks, permissionGuard } from "./permission-guard.ts";
import { RecentJudgements } from "./recent-judgements.ts";
import { filesOf, toolFamily } from "./tool-paths.ts";

/** What holds commands. */
export type Sandboxed = boolean | "keeps-files";

/** What permissions are made from. */
export interface PermissionOptions extends LineEngineOptions {
  /** Where calls start from; the root unless given. */
  readonly cwd?: string;
  /**
   * Where shells stand, besides `cwd`: each line is judged from all these directories, and `policy` has `bash` keep
   * them here. One of its own unless given: pass the same to permissions that are made again for one conversation.
   */
  readonly shells?: ShellDirectories;
  /** `default` unless given. */
  readonly mode?: PermissionMode;
  /**
   * Commands of `bash` run in a sandbox: an ask for want of a rule is not asked. `keeps-files`: it also keeps lines
   * that only look from opening what is denied in the workspace, as those of `createSandbox` do, so that a line which
   * would come across such a file is not asked about; `bash` runs none of them where it cannot do so. A function is
   * called when the first such ask comes.
   */
  readonly sandboxed?: Sandboxed | (() => Sandboxed | Promise<Sandboxed>);
  /**
   * Says of a line whether undo would bring back what it changes: `foresee` of `createCommandChanges(workspace)`. What
   * it would not bring back is asked about, in a sandbox too.
   */
  readonly foreseeChanges?: ForeseeChanges;
  /** Where paths really lead. Without it nothing on disk is touched and links are not seen. */
  readonly realPaths?: RealPaths;
  /** Where calls run, as `process.platform` names it: that of this process unless given. On `win32` every line asks. */
  readonly platform?: string;
}

/** What is made of a call: the verdict, with how far the call gets, and its grounds. */
export interface Assessment {
  readonly verdict: Verdict & { readonly reach: Reach };
  /** What it would do, as far as its words say. */
  readonly touches: Touches;
  /** It asks for want of a rule alone: the judge has nothing against it that is never saved. */
  readonly lacksRule: boolean;
}

/** One engine for every tool. */
export interface Permissions {
  /**
   * Never rejects: what cannot be judged asks. A tool is more than its name: rules may speak of the server that it was
   * taken from.
   */
  decide(tool: string | Tool, args: JsonObject, effects?: JudgedCall["effects"]): Promise<Decision>;
  /** The decision, every part that stood in the way, and the narrowest rules that would allow the call. */
  explain(tool: string | Tool, args: JsonObject, effects?: JudgedCall["effects"]): Promise<Explanation>;
  /** The same verdict as that of `policy`, with its grounds. */
  assess(tool: string | Tool, args: JsonObject, effects?: JudgedCall["effects"]): Promise<Assessment>;
  /**
   * False where a rule or a built-in denial speaks against showing this file (an absolute path) unasked. For searches.
   */
  mayRead(path: string): Promise<boolean>;
  /** Judges files when they are opened. `policy` brings it along. */
  readonly guard: Required<FileGuard>;
  /** One sentence for each rule that does not count. */
  readonly warnings: readonly string[];
  /** The same as a policy of a runner. */
  readonly policy: Policy;
}

/**
 * Builds the permission engine. Rules are read once; decisions depend on nothing but the call and what the disk says.
 */
export function createPermissions(options: PermissionOptions): Permissions {
  checkPermissionOptions(options);
  const engine = buildEngine(options);
  const recent = new RecentJudgements();
  const lookedAt = async (given: JudgedCall) => {
    const call = {
      ...given,
      changesScripts: await changesScripts(given, { ...engine.place, disk: options.realPaths }),
    };
    const key = engine.keyOf(call);
    const before = key === undefined ? undefined : recent.get(key);
    const found = await judgeOnDisk(options.realPaths, (facts) => engine.judge(call, facts), before);
    if (key !== undefined) recent.set(key, found);
    // What the disk says is left out: `bash` reads the words alone.
    const line = found.grounds?.assumed.line;
    if (line !== undefined) keepWords({ ...line, root: options.root, home: options.home });
    return { facts: found.facts, ...found.judged };
  };
  const judge = async (call: JudgedCall) => (await lookedAt(call)).findings;
  const links = new JudgedLinks();
  const lifted = async ({ args }: JudgedCall, { starts, findings }: JudgedTool) => {
    if (!engine.readsRules || starts === undefined) return findings;
    const isMet = findings.some(({ meets }) => meets !== undefined);
    if (!isMet && (!findings.some(isHeldBySandbox) || (await lines.hidesAll()))) return findings;
    const line = { command: String(args.command), starts };
    if (!lines.concerns(line) || (await sandboxOf(options)) !== "keeps-files") return findings;
    return lines.lifted(findings, line);
  };
  const asked = async (call: JudgedCall): Promise<JudgedTool> => {
    const { facts, ...judged } = await lookedAt(call);
    const { touches } = judged;
    const findings = await lifted(call, judged);
    for (const path of filesOf(call, engine.place)) links.note(path, realFrom(path, options.root, facts));
    const outside = touches.outside || findings.some(({ kind }) => kind === "outside");
    return { findings, touches: { ...touches, outside } };
  };
  const modeFor = async (tool: string, findings: readonly Finding[]): Promise<ModeOptions> =>
    engine.asksForRule(tool, findings) ? { ...engine.mode, sandboxed: await isSandboxed(options) } : engine.mode;
  const answered = async (call: JudgedCall): Promise<AnsweredCall> => {
    const judged = await asked(call);
    const mode = await modeFor(call.tool, judged.findings);
    return heldToUndo(call, { ...judged, mode }, options.foreseeChanges);
  };
  const decided = async (call: JudgedCall) => {
    const { findings, mode } = await answered(call);
    return decide(findings, mode);
  };
  const assessed = async (call: JudgedCall): Promise<Assessment> => {
    const judged = await answered(call);
    const { mode } = judged;
    const verdict = verdictOf(decide(judged.findings, mode));
    const isHeld = verdict.verdict !== "deny" && toolFamily(call.tool) === "bash" && mayBeHeld(judged.touches);
    const reach = reachOf(judged.touches, isHeld && (mode.sandboxed || (await isSandboxed(options))));
    return {
      verdict: { ...verdict, reach },
      touches: judged.touches,
      lacksRule: engine.readsRules && lacksRule(judged.findings, mode),
    };
  };
  const guard = permissionGuard({ root: options.root, judge, denies: engine.denies, links });
  const lines = new LinesKeptFromFiles({
    root: normalise(options.root),
    home: normalise(options.home),
    denies: guard.denies,
  });
  return {
    warnings: engine.warnings,
    decide: async (...given) => decided(callOf(...given)),
    assess: async (...given) => assessed(callOf(...given)),
    async explain(...given) {
      const { findings, mode } = await answered(callOf(...given));
      return explainFindings(findings, mode);
    },
    mayRead: async (path) => guard.mayRead(path),
    guard,
    policy: {
      provides: new Map<string, () => unknown>([
        [FILE_GUARD.id, () => guard],
        [SHELL_DIRECTORIES.id, () => engine.shells],
        [KEPT_FROM_LINES.id, () => lines],
      ]),
      offers: (tool: Tool) => engine.offers(tool),
      decide: async (tool: Tool, args: JsonObject) => (await assessed(callOf(tool, args))).verdict,
    },
  };
}

function callOf(tool: string | Tool, args: JsonObject, effects?: JudgedCall["effects"]): JudgedCall {
  if (typeof tool === "string") return { tool, args, effects };
  const call = { tool: tool.name, args, origin: originOf(tool) };
  if (effects === undefined && tool.effects.onlyCalls) return { ...call, effects: "read", onlyCalls: true };
  return { ...call, effects: effects ?? tool.effects.kind };
}

/** Where a path was seen to lead, named from the root as the rules name it. */
function realFrom(path: string, root: string, facts: DiskFacts): string | undefined {
  const real = facts.realPath(path);
  const realRoot = facts.realPath(root);
  const inside = real !== undefined && realRoot !== undefined && isInside(real, realRoot);
  return inside ? normalise(root) + real.slice(realRoot.length) : real;
}

/** A sandbox ends the reach of programs, not that of named files. */
function mayBeHeld(touches: Touches): boolean {
  return runsCode(touches) || touches.sends.length > 0;
}

/** A probe that fails is no sandbox. */
async function sandboxOf({ sandboxed = false }: PermissionOptions): Promise<Sandboxed> {
  try {
    return typeof sandboxed === "function" ? await sandboxed() : sandboxed;
  } catch {
    return false;
  }
}

async function isSandboxed(options: PermissionOptions): Promise<boolean> {
  return (await sandboxOf(options)) !== false;
}

/** The judge of one set of rules, without the disk. */
function buildEngine(options: PermissionOptions) {
  const isWindows = (options.platform ?? process.platform) === "win32";
  const { root, rules, context } = createLineEngine({
    foldCase: isWindows,
    ...onlyGiven(options, "root", "home", "policies", "builtins", "ownDirectories", "foldCase", "keepsChanges"),
  });
  const cwd = normalise(options.cwd ?? root);
  const shells = options.shells ?? new ShellDirectories();
  const standing = (facts: DiskFacts) => {
    const real = facts.realPath(root) ?? root;
    return shells.directoriesIn(real).map((directory) => normalise(`${root}/${directory.slice(real.length)}`));
  };
  return {
    warnings: rules.warnings,
    readsRules: !rules.broken,
    shells,
    place: { cwd, home: normalise(options.home) },
    mode: { mode: options.mode ?? ("default" as const), sandboxed: false },
    /** Only commands run in the sandbox; it does not stand in for a rule that could not be read. */
    asksForRule: (tool: string, findings: readonly Finding[]) =>
      !rules.broken && toolFamily(tool) === "bash" && findings.some(isHeldBySandbox),
    offers: (tool: Tool) => !rules.rules.deny.some(({ target }) => deniesWhole(target, tool)),
    /** What a judgement of a line depends on, beside the rules and the disk. Other calls take no time to judge. */
    keyOf: ({ tool, args }: JudgedCall) =>
      toolFamily(tool) === "bash" ? JSON.stringify([tool, args, shells.standing()]) : undefined,
    denies: deniesReading(context(LEXICAL).paths),
    judge: (call: JudgedCall, facts: DiskFacts) => {
      const judged = judgeTool(call, { cwd, shells: standing(facts) }, context(facts));
      return isWindows ? onWindows(call, judged) : judged;
    },
  };
}

/** A tool that is denied whatever its arguments are need not be shown to the model. */
function deniesWhole(target: RuleTarget, tool: Tool): boolean {
  const { name } = tool;
  if (target.kind === "command") return target.pattern === "any" && toolFamily(name) === "bash";
  if (target.kind === "path") return target.pattern === "any" && toolFamily(name) === target.access;
  return namesTool(target, { name, origin: originOf(tool) });
}

function verdictOf({ verdict, reason, rule, forbidden }: Decision): Verdict {
  if (forbidden) return { verdict, reason, code: "security_violation" };
  return rule === null ? { verdict, reason } : { verdict, reason, rule };
}
