import type { JsonObject, Policy, Tool, Verdict } from "@toolwright/core";
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
import type { PermissionMode } from "./modes.ts";
import { toolFamily } from "./tool-names.ts";

/** What permissions are made from. */
export interface PermissionOptions {
  /** The workspace: absolute. Paths inside may be read without a rule. */
  readonly root: string;
  readonly home: string;
  /** Where calls start from; the root unless given. */
  readonly cwd?: string;
  readonly policies?: readonly ScopedPolicy[];
  /** `default` unless given. */
  readonly mode?: PermissionMode;
  /** Harmless reading commands and tools run without a rule. True unless given. */
  readonly builtins?: boolean;
  /** Commands run in a sandbox: an ask for want of a rule is not asked. */
  readonly sandboxed?: boolean;
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
  const findings = (tool: string, args: JsonObject, effects?: JudgedCall["effects"]) => judge({ tool, args, effects });
  return {
    warnings: engine.warnings,
    decide: async (...call) => decide(await findings(...call), engine.mode),
    explain: async (...call) => explainFindings(await findings(...call), engine.mode),
    policy: {
      offers: (tool: Tool) => engine.offers(tool.name),
      decide: async (tool: Tool, args: JsonObject) =>
        verdictOf(decide(await findings(tool.name, args, tool.effects.kind), engine.mode)),
    },
  };
}

/** The judge of one set of rules, without the disk. */
export function buildEngine(options: PermissionOptions) {
  const root = normalise(options.root);
  const anchors: Anchors = { root, home: normalise(options.home), foldCase: options.foldCase === true };
  const rules = mergePolicies(options.policies ?? [], anchors);
  const guarded = protectedPaths(anchors);
  const cwd = normalise(options.cwd ?? root);
  const builtins = options.builtins !== false && !rules.broken;
  const context = (facts: DiskFacts): LineContext => ({
    rules,
    builtins,
    paths: { anchors, rules, protectedPaths: guarded, realPath: facts.realPath },
    trustsRepository: (directory) => {
      if (directory === root) return true;
      return isInside(directory, root) ? facts.sameRepository(directory, root) : false;
    },
  });
  return {
    warnings: rules.warnings,
    mode: { mode: options.mode ?? ("default" as const), sandboxed: options.sandboxed === true },
    offers: (tool: string) => !rules.rules.deny.some(({ target }) => deniesWhole(target, tool)),
    judge: (call: JudgedCall, facts: DiskFacts) => judgeTool(call, cwd, context(facts)),
  };
}

/** A tool that is denied whatever its arguments are need not be shown to the model. */
function deniesWhole(target: RuleTarget, tool: string): boolean {
  if (target.kind === "tool") return nameMatches(target.name, tool);
  if (target.kind === "command") return target.pattern === "any" && toolFamily(tool) === "bash";
  if (target.kind === "path") return target.pattern === "any" && toolFamily(tool) === target.access;
  return false;
}

function verdictOf({ verdict, reason, rule }: Decision): Verdict {
  return rule === null ? { verdict, reason } : { verdict, reason, rule };
}
