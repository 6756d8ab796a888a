import type { JsonObject, Policy, Tool, Verdict } from "@toolwright/core";
import { shellDirectories } from "../../tools/bash/shell-directories.ts";
import { isInside, normalise } from "../paths/lexical.ts";
import { protectedPaths } from "../paths/protected-paths.ts";
import type { RealPaths } from "../paths/real-paths.ts";
import { nameMatches } from "../rules/matches-example.ts";
import type { Anchors } from "../rules/path-pattern.ts";
import type { RuleTarget } from "../rules/rule.ts";
import { mergePolicies, type ScopedPolicy } from "../rules/rule-set.ts";
import { type Decision, decide } from "./decision.ts";
import { type DiskFacts, gatherFacts } from "./disk-facts.ts";
import { type Explanation, explainFindings } from "./explanation.ts";
import type { Finding } from "./finding.ts";
import { type JudgedCall, judgeTool } from "./judge-tool.ts";
import type { LineContext } from "./line-context.ts";
import type { ModeOptions, PermissionMode } from "./modes.ts";
import { toolFamily } from "./tool-names.ts";

/** What permissions are made from. */
export interface PermissionOptions {
  /** The workspace: absolute. Paths inside may be read without a rule. */
  readonly root: string;
  readonly home: string;
  /** Where calls start from; the root unless given. */
  readonly cwd?: string;
  /**
   * Absolute directories where a shell may run its next line, besides `cwd`: each line is judged from all of them. Unless
   * given, where the `bash` tools of this process stand.
   */
  readonly shells?: () => readonly string[];
  readonly policies?: readonly ScopedPolicy[];
  /** `default` unless given. */
  readonly mode?: PermissionMode;
  /**
   * What needs no rule. `all`, unless given: commands that only read, and tools that only read or change nothing outside the
   * run. `tools`: those tools. `none`: nothing.
   */
  readonly builtins?: "all" | "tools" | "none";
  /**
   * Commands of `bash` run in a sandbox: an ask for want of a rule is not asked. A function is called when the first such
   * ask comes.
   */
  readonly sandboxed?: boolean | (() => boolean | Promise<boolean>);
  /** Absolute directories that no rule opens for writing, besides the built-in ones: where policies are kept. */
  readonly ownDirectories?: readonly string[];
  /** Where paths really lead. Without it nothing on disk is touched and links are not seen. */
  readonly realPaths?: RealPaths;
  /** The volume does not tell upper from lower case. */
  readonly foldCase?: boolean;
}

/** One engine for every tool. */
export interface Permissions {
  /** Never rejects: what cannot be judged asks. */
  decide(tool: string, args: JsonObject, effects?: JudgedCall["effects"]): Promise<Decision>;
  /** The decision, every part that stood in the way, and the narrowest rules that would allow the call. */
  explain(tool: string, args: JsonObject, effects?: JudgedCall["effects"]): Promise<Explanation>;
  /** False where a rule or a built-in denial speaks against showing this file (an absolute path) unasked. For searches. */
  mayRead(path: string): Promise<boolean>;
  /** One sentence for each rule that does not count. */
  readonly warnings: readonly string[];
  /** The same as a policy of a runner. */
  readonly policy: Policy;
}

/** Builds the permission engine. Rules are read once; decisions depend on nothing but the call and what the disk says. */
export function createPermissions(options: PermissionOptions): Permissions {
  const engine = buildEngine(options);
  const judge = async (call: JudgedCall): Promise<readonly Finding[]> => {
    const facts = await gatherFacts(options.realPaths, (known) => engine.judge(call, known));
    return engine.judge(call, facts);
  };
  const modeFor = async (tool: string, findings: readonly Finding[]): Promise<ModeOptions> =>
    engine.asksForRule(tool, findings) ? { ...engine.mode, sandboxed: await isSandboxed(options) } : engine.mode;
  const decided = async (tool: string, args: JsonObject, effects?: JudgedCall["effects"]) => {
    const findings = await judge({ tool, args, effects });
    return decide(findings, await modeFor(tool, findings));
  };
  return {
    warnings: engine.warnings,
    decide: decided,
    async explain(tool, args, effects) {
      const findings = await judge({ tool, args, effects });
      return explainFindings(findings, await modeFor(tool, findings));
    },
    async mayRead(path) {
      const findings = await judge({ tool: "read", args: { file_paths: [path] } });
      return findings.every(({ verdict, kind }) => verdict === "allow" || kind === "no-rule");
    },
    policy: {
      offers: (tool: Tool) => engine.offers(tool.name),
      decide: async (tool: Tool, args: JsonObject) => verdictOf(await decided(tool.name, args, tool.effects.kind)),
    },
  };
}

/** A probe that fails is no sandbox. */
async function isSandboxed({ sandboxed }: PermissionOptions): Promise<boolean> {
  try {
    return typeof sandboxed === "function" ? await sandboxed() : sandboxed === true;
  } catch {
    return false;
  }
}

/** The judge of one set of rules, without the disk. */
export function buildEngine(options: PermissionOptions) {
  const root = normalise(options.root);
  const anchors: Anchors = { root, home: normalise(options.home), foldCase: options.foldCase === true };
  const rules = mergePolicies(options.policies ?? [], anchors);
  const guarded = protectedPaths(anchors, options.ownDirectories);
  const cwd = normalise(options.cwd ?? root);
  const needless = rules.broken ? "none" : (options.builtins ?? "all");
  const builtins = { commands: needless === "all", tools: needless !== "none" };
  const context = (facts: DiskFacts): LineContext => ({
    rules,
    builtins,
    paths: { anchors, rules, protectedPaths: guarded, realPath: facts.realPath, existing: facts.existing },
    trustsRepository: (directory) => {
      if (directory === root) return true;
      return isInside(directory, root) ? facts.sameRepository(directory, root) : false;
    },
  });
  const standing = (facts: DiskFacts) => {
    if (options.shells !== undefined) return options.shells();
    const real = facts.realPath(root) ?? root;
    return shellDirectories(real).map((directory) => normalise(`${root}/${directory.slice(real.length)}`));
  };
  return {
    warnings: rules.warnings,
    mode: { mode: options.mode ?? ("default" as const), sandboxed: false },
    /** Only commands run in the sandbox; it does not stand in for a rule that could not be read. */
    asksForRule: (tool: string, findings: readonly Finding[]) =>
      !rules.broken &&
      toolFamily(tool) === "bash" &&
      findings.some(({ verdict, kind }) => verdict === "ask" && kind === "no-rule"),
    offers: (tool: string) => !rules.rules.deny.some(({ target }) => deniesWhole(target, tool)),
    judge: (call: JudgedCall, facts: DiskFacts) => judgeTool(call, { cwd, shells: standing(facts) }, context(facts)),
  };
}

/** A tool that is denied whatever its arguments are need not be shown to the model. */
function deniesWhole(target: RuleTarget, tool: string): boolean {
  if (target.kind === "tool") return nameMatches(target.name, tool);
  if (target.kind === "command") return target.pattern === "any" && toolFamily(tool) === "bash";
  if (target.kind === "path") return target.pattern === "any" && toolFamily(tool) === target.access;
  return false;
}

function verdictOf({ verdict, reason, rule, forbidden }: Decision): Verdict {
  if (forbidden) return { verdict, reason, code: "security_violation" };
  return rule === null ? { verdict, reason } : { verdict, reason, rule };
}
