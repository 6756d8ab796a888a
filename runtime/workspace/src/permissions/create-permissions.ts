import type { JsonObject, Policy, Reach, Tool, Verdict } from "@toolwright/core";
import { originOf } from "@toolwright/core/internal";
import {
  type Decision,
  decide,
  type Explanation,
  explainFindings,
  type LineEngineOptions,
  lacksRule,
  type PermissionMode,
  type RealPaths,
  reachOf,
  runsCode,
  type Touches,
} from "@toolwright/shell-judge";
import { KEPT_FROM_LINES } from "../sandbox/kept-from-lines.port.ts";
import { SHELL_DIRECTORIES, type ShellDirectories } from "../tools/bash/shell-directories.ts";
import { FILE_GUARD, type FileGuard } from "../workspace/file-guard.port.ts";
import { CallJudge } from "./call-judge.ts";
import { checkPermissionOptions } from "./check-permission-options.ts";
import type { ForeseeChanges } from "./held-to-undo.ts";
import type { JudgedCall } from "./judge-tool.ts";
import { ruleJudge } from "./rule-judge.ts";
import { toolFamily } from "./tool-paths.ts";

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
  const rules = ruleJudge(options);
  const calls = new CallJudge(rules, options);
  const assess = async (call: JudgedCall): Promise<Assessment> => {
    const { findings, touches, mode } = await calls.judge(call);
    const verdict = verdictOf(decide(findings, mode));
    const isHeld = verdict.verdict !== "deny" && toolFamily(call.tool) === "bash" && mayBeHeld(touches);
    const reach = reachOf(touches, isHeld && (mode.sandboxed || (await calls.sandbox()) !== false));
    return { verdict: { ...verdict, reach }, touches, lacksRule: rules.readsRules && lacksRule(findings, mode) };
  };
  return {
    warnings: rules.warnings,
    async decide(...given) {
      const { findings, mode } = await calls.judge(callOf(...given));
      return decide(findings, mode);
    },
    assess: async (...given) => assess(callOf(...given)),
    async explain(...given) {
      const { findings, mode } = await calls.judge(callOf(...given));
      return explainFindings(findings, mode);
    },
    mayRead: async (path) => calls.guard.mayRead(path),
    guard: calls.guard,
    policy: {
      provides: new Map<string, () => unknown>([
        [FILE_GUARD.id, () => calls.guard],
        [SHELL_DIRECTORIES.id, () => rules.shells],
        [KEPT_FROM_LINES.id, () => calls.lines],
      ]),
      offers: (tool: Tool) => rules.offers(tool),
      decide: async (tool: Tool, args: JsonObject) => (await assess(callOf(tool, args))).verdict,
    },
  };
}

function callOf(tool: string | Tool, args: JsonObject, effects?: JudgedCall["effects"]): JudgedCall {
  if (typeof tool === "string") return { tool, args, effects };
  const call = { tool: tool.name, args, origin: originOf(tool) };
  if (effects === undefined && tool.effects.onlyCalls) return { ...call, effects: "read", onlyCalls: true };
  return { ...call, effects: effects ?? tool.effects.kind };
}

/** A sandbox ends the reach of programs, not that of named files. */
function mayBeHeld(touches: Touches): boolean {
  return runsCode(touches) || touches.sends.length > 0;
}

function verdictOf({ verdict, reason, rule, forbidden }: Decision): Verdict {
  if (forbidden) return { verdict, reason, code: "security_violation" };
  return rule === null ? { verdict, reason } : { verdict, reason, rule };
}
