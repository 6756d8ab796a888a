import type { GitPrograms } from "../paths/git-config.ts";
import { isInside, normalise } from "../paths/lexical.ts";
import { foldName, protectedPaths } from "../paths/protected-paths.ts";
import type { Anchors } from "../rules/path-pattern.ts";
import { mergePolicies, type RuleSet, type ScopedPolicy } from "../rules/rule-set.ts";
import type { Finding } from "../verdict/finding.ts";
import type { DiskFacts } from "./disk-facts.ts";
import { checkNames } from "./known-options.ts";
import type { LineContext } from "./line-context.ts";

/** What lines are judged with. Paths are absolute. */
export interface LineEngineOptions {
  /** The workspace. Paths inside may be read without a rule. */
  readonly root: string;
  readonly home: string;
  readonly policies?: readonly ScopedPolicy[];
  /**
   * What needs no rule. `all`, unless given: commands that only read, and tools that only read or change nothing
   * outside the run. `tools`: those tools. `none`: nothing.
   */
  readonly builtins?: "all" | "tools" | "none";
  /** Directories that no rule opens for writing, besides the built-in ones. */
  readonly ownDirectories?: readonly string[];
  /** The volume does not tell upper from lower case. */
  readonly foldCase?: boolean;
  /**
   * What is kept of files that are changed, so that it can be undone: nothing, unless given; what editing tools change;
   * or (`true`) also what lines change in files that the repository tracks.
   */
  readonly keepsChanges?: boolean | "edits";
}

/** One set of rules, read once; what it says about a call depends on the call and on the facts alone. */
export interface LineEngine {
  readonly root: string;
  readonly rules: RuleSet;
  context(facts: DiskFacts): LineContext;
}

/** A yes is a rule on the content of the configuration. Where git only looks it is run without hooks. */
function repositoryRuns(programs: GitPrograms | undefined, looks: boolean, { rules }: RuleSet): Finding | undefined {
  if (programs === undefined) return undefined;
  const { hash, links = [] } = programs;
  const keys = programs.keys.filter((key) => !looks || key !== "core.hookspath");
  if (keys.length === 0 && links.length === 0) return undefined;
  if (rules.allow.some(({ target }) => target.kind === "git-config" && target.hash === hash)) return undefined;
  const reason = [
    ...(keys.length > 0
      ? [`The configuration of this repository (${keys.join(", ")}) can make git run programs.`]
      : []),
    ...links.map((name) => `${name} of this repository leads elsewhere, and git may show what is there.`),
  ].join(" ");
  return { verdict: "ask", kind: "outside", reason, ...(hash === "" ? {} : { remember: `GitConfig(${hash})` }) };
}

function tracksIn(root: string, facts: DiskFacts): (path: string) => boolean | undefined {
  return (path) => facts.tracked?.(root)?.has(foldName(path.slice(root.length + 1)));
}

const OPTIONS = "root home policies builtins ownDirectories foldCase keepsChanges".split(" ");

/** Reads the rules and says with what a line or a path is judged. */
export function createLineEngine(options: LineEngineOptions): LineEngine {
  checkNames(options, "createLineEngine", OPTIONS);
  const root = normalise(options.root);
  const anchors: Anchors = { root, home: normalise(options.home), foldCase: options.foldCase === true };
  const rules = mergePolicies(options.policies ?? [], anchors);
  const guarded = protectedPaths(anchors, options.ownDirectories);
  const needless = rules.broken ? "none" : (options.builtins ?? "all");
  const builtins = { commands: needless === "all", tools: needless !== "none" };
  return {
    root,
    rules,
    context: (facts) => ({
      rules,
      builtins,
      keepsChanges: options.keepsChanges ?? false,
      paths: {
        anchors,
        rules,
        protectedPaths: guarded,
        realPath: facts.realPath,
        existing: facts.existing,
        unseen: facts.unseen,
        tracks: tracksIn(root, facts),
      },
      repositoryRuns: (looks) => repositoryRuns(facts.gitPrograms?.(root), looks, rules),
      armed: (directories, files) =>
        facts.armingFile === undefined ? "unknown" : { by: facts.armingFile(directories, files) },
      hooks: () => facts.gitPrograms?.(root)?.hooks ?? [],
      showsTokens: () => facts.gitPrograms?.(root)?.tokens === true,
      trustsRepository: (directory) => {
        if (directory === root) return true;
        return isInside(directory, root) ? facts.sameRepository(directory, root) : false;
      },
    }),
  };
}
