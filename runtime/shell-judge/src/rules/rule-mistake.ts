import { isFamilyName, parseRule, type RuleSource } from "./parse-rule.ts";

const ANYWHERE: RuleSource = { effect: "deny", scope: "user", anchors: { root: "/workspace", home: "/home/user" } };

/**
 * Why a rule that denies or asks does not read, or can match nothing; undefined: it can, or nobody can tell. A rule
 * that says no to nothing must not pass for one that protects.
 */
export function ruleMistake(text: string): string | undefined {
  const [, name = "", inside = ""] = /^\s*([A-Za-z0-9_*.-]+)(?:\(([\s\S]*)\))?\s*$/.exec(text) ?? [];
  const near = nearestName(name);
  if (near !== undefined) return `no tool is called ${name}; write ${near}`;
  const parsed = parseRule(text, ANYWHERE);
  if (typeof parsed === "string") return parsed;
  // In quotes they belong to the command: `awk '{print $1,$2}'`.
  const bare = /^bash$|shell/i.test(name) ? inside.replace(/'[^']*'|"[^"]*"/g, "") : inside;
  return /\{[^{}]*,[^{}]*\}/.test(bare) ? "braces stand for themselves; write a rule for each" : undefined;
}

/** The name that was meant by one that no tool has; undefined: it may be that of a program's own tool. */
function nearestName(name: string): string | undefined {
  if (isFamilyName(name) || TOOLS.includes(name) || /^mcp__|\*$/.test(name)) return undefined;
  return (Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined) ?? NAMES.find((one) => isNear(one, name));
}

/** Tools that a rule names by themselves. */
const TOOLS =
  "grep glob ls multi_edit apply_patch bash_output bash_kill write_todos read_todos done tool_output_cache tool_output_cache_grep get_current_time".split(
    " ",
  );

const NAMES = ["Bash", "Read", "Edit", "Write", "WebFetch", "Agent", "Mcp", ...TOOLS];

/** What tools of other agents are called here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  Task: "Agent",
  task: "Agent",
  Grep: "Read",
  Glob: "Read",
  TodoWrite: "write_todos",
  TodoRead: "read_todos",
  KillShell: "bash_kill",
  BashOutput: "bash_output",
};

/** The same but for case, or for one letter that was put in, left out, replaced, or swapped with the next. */
function isNear(known: string, given: string): boolean {
  const others = withoutOne(given);
  return known.length > 3 && withoutOne(known).some((one) => others.includes(one));
}

function withoutOne(name: string): readonly string[] {
  const small = name.toLowerCase().replaceAll("_", "");
  return [small, ...Array.from(small, (_, index) => small.slice(0, index) + small.slice(index + 1))];
}
