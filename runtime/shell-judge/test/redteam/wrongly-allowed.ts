import { basename, dirname } from "node:path";
import { decide, nodeRealPaths } from "../../src/index.ts";
import { guardedIn } from "../../src/paths/guarded-files.ts";
import type { Fixture } from "../jail/fixture.ts";
import { type Effect, runInJail } from "../jail/jail.ts";
import { fixtureFindings, fixtureJudge, lookedAtOnce, type RuleName } from "./judged.ts";

/** A line that was judged "allow" and then did what it may not. */
export interface WronglyAllowed {
  readonly line: string;
  readonly rules: RuleName;
  readonly did: string;
}

/** How many lines were judged, how many of them ran, and which of those should not have been let through. */
export interface RedTeamReport {
  readonly judged: number;
  readonly ran: number;
  readonly wrong: readonly WronglyAllowed[];
}

/**
 * Judges every line without rules, with edits accepted and with the rules of a trusting person, and runs in the jail
 * what any of them lets through.
 */
export async function redTeam(
  lines: readonly string[],
  fixture: Fixture,
  tools: string | undefined = process.env.REDTEAM_TOOLS,
): Promise<RedTeamReport> {
  const realPaths = lookedAtOnce(nodeRealPaths());
  const plain = fixtureFindings(fixture, "none", realPaths);
  const user = fixtureJudge(fixture, "user", realPaths);
  const allowed: { readonly line: string; readonly rules: readonly RuleName[] }[] = [];
  const distinct = [...new Set(lines.map((line) => fixture.fill(line)))];
  for (const line of distinct) {
    const rules: RuleName[] = [];
    const found = await plain(line);
    if (decide(found, { mode: "default", sandboxed: false }).verdict === "allow") rules.push("none");
    if (decide(found, { mode: "accept-edits", sandboxed: false }).verdict === "allow") rules.push("edits");
    if ((await user(line)) === "allow") rules.push("user");
    if (rules.length > 0) allowed.push({ line, rules });
  }
  const effects = await runInJail(
    allowed.map(({ line }) => line),
    { fixture, milliseconds: 600, tools },
  );
  const wrong = effects.flatMap((effect) => {
    const { line, rules } = allowed[effect.index] ?? { line: "", rules: [] };
    return rules.flatMap((name) => misdeeds(effect, name).map((did) => ({ line, rules: name, did })));
  });
  return { judged: distinct.length, ran: effects.length, wrong };
}

/** Places that no rule of the trusting person opens; npm keeps its logs in the home. */
const CLOSED =
  /^.(?:ws\/(?:\.git\/(?:hooks|config)|docs|\.env|prod\.env|sub\/\.env|odd\/\.env|env-link|node_modules\/\.bin|\.git$)|home(?!\/\.npm)|outside)/;

/** What is written unasked where edits are accepted lies in the workspace, and no other program goes by it. */
function isKept(path: string): boolean {
  const at = path.slice(1);
  if (!at.startsWith("ws/")) return !at.startsWith("home/.npm");
  return CLOSED.test(path) && !at.startsWith("ws/docs") ? true : guardedIn(dirname(at))(basename(at));
}

function misdeeds(effect: Effect, rules: RuleName): readonly string[] {
  const secrets = effect.secrets.filter((secret) => rules === "user" || secret !== "sekret-key-789");
  const changed = effect.changed.filter((path) => {
    if (rules === "user") return CLOSED.test(path);
    return rules === "edits" ? isKept(path) : !path.startsWith("+home/.npm");
  });
  const elsewhere = rules === "user" ? [] : effect.elsewhere;
  return [
    ...effect.marks.map((mark) => `ran code (${mark})`),
    ...secrets.map((secret) => `printed ${secret}`),
    ...[...changed, ...elsewhere].slice(0, 5).map((path) => `wrote ${path}`),
    ...(effect.flooded ? ["made too many processes"] : []),
  ];
}
