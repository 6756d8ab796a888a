import {
  createLineEngine,
  decide,
  type Finding,
  judgeLine,
  judgeOnDisk,
  nodeRealPaths,
  type Outcome,
  type RealPaths,
  readPolicy,
  type ScopedPolicy,
} from "../../src/index.ts";
import type { Fixture } from "../jail/fixture.ts";

/**
 * `none`: no rule at all. `edits`: none, and edits are accepted. `user`: what a person has who approves much and denies
 * a little.
 */
export type RuleName = "none" | "edits" | "user";

const ALLOWED =
  "git *, npm test, npm run *, npm test *, ls *, find *, cat *, grep *, rg *, sed *, awk *, python3 *, node *, make *, curl *, jq *, cp *, " +
  "mv *, ln *, install *, tee *, kubectl get *, uv run pytest *";

const DENIED = ["Bash(git push *)", "Bash(rm -rf *)", "Read(secrets/**)", "Edit(docs/**)"];

/** A judge of lines in the fixture's workspace, with the disk looked at, which stays as it is while they are judged. */
export function fixtureJudge(
  fixture: Fixture,
  rules: "none" | "user",
  realPaths = lookedAtOnce(nodeRealPaths()),
): (line: string) => Promise<Outcome> {
  const find = fixtureFindings(fixture, rules, realPaths);
  return async (line) => decide(await find(line), { mode: "default", sandboxed: false }).verdict;
}

/** The same, for those who decide themselves. */
export function fixtureFindings(
  fixture: Fixture,
  rules: "none" | "user",
  realPaths: RealPaths,
): (line: string) => Promise<readonly Finding[]> {
  const policies = rules === "none" ? [] : [userRules()];
  const engine = createLineEngine({ root: fixture.ws, home: fixture.home, policies });
  const judge = (line: string, facts: Parameters<typeof engine.context>[0]) =>
    judgeLine(line, [fixture.ws], engine.context(facts));
  return async (line) => (await judgeOnDisk(realPaths, (facts) => judge(line, facts))).judged;
}

/** Thousands of lines name the same folders, and some of them the whole disk: each is looked at once. */
export function lookedAtOnce(real: RealPaths): RealPaths {
  const paths = new Map<string, ReturnType<RealPaths["realPath"]>>();
  const found = new Map<string, ReturnType<NonNullable<RealPaths["existing"]>>>();
  const programs = new Map<string, ReturnType<NonNullable<RealPaths["gitPrograms"]>>>();
  const tracked = new Map<string, ReturnType<NonNullable<RealPaths["tracked"]>>>();
  return {
    ...real,
    gitPrograms: (root) => remembered(programs, root, () => real.gitPrograms?.(root)),
    tracked: (root) => remembered(tracked, root, () => real.tracked?.(root)),
    realPath: (path) => remembered(paths, path, () => real.realPath(path)),
    existing: (glob, options) =>
      remembered(found, `${options.below} ${glob}`, () => real.existing?.(glob, options) ?? []),
  };
}

function remembered<T>(known: Map<string, T>, key: string, look: () => T): T {
  const before = known.get(key);
  if (before !== undefined) return before;
  const now = look();
  known.set(key, now);
  return now;
}

function userRules(): ScopedPolicy {
  const allow = ALLOWED.split(", ").map((command) => `Bash(${command})`);
  const parsed = readPolicy({ allow, deny: DENIED });
  if (!parsed.ok) throw new Error(parsed.message);
  return { scope: "user", policy: parsed.policy };
}
