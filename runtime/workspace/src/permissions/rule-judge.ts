import type { Tool } from "@toolwright/core";
import { onlyGiven, originOf } from "@toolwright/core/internal";
import {
  createLineEngine,
  type DiskFacts,
  deniesReading,
  type Finding,
  isHeldBySandbox,
  LEXICAL,
  normalise,
  type RuleTarget,
} from "@toolwright/shell-judge";
import { ShellDirectories } from "../tools/bash/shell-directories.ts";
import type { PermissionOptions } from "./create-permissions.ts";
import { type JudgedCall, judgeTool, namesTool } from "./judge-tool.ts";
import { onWindows } from "./on-windows.ts";
import { toolFamily } from "./tool-paths.ts";

export type RuleJudge = ReturnType<typeof ruleJudge>;

/** The judge of one set of rules, without the disk. */
export function ruleJudge(options: PermissionOptions) {
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
