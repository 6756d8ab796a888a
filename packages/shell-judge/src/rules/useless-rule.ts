import { expandBraces } from "../never/expand-braces.ts";
import { isFamilyName } from "./parse-rule.ts";

/** Tools that a rule names by themselves. */
const TOOLS =
  "grep glob ls multi_edit apply_patch bash_output bash_kill write_todos read_todos done tool_output_cache tool_output_cache_grep get_current_time".split(
    " ",
  );

const FAMILIES = ["Bash", "Read", "Edit", "Write", "WebFetch", "Agent", "Mcp"];

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

/**
 * Why a rule that denies or asks can match nothing, with the nearest right form; undefined: it can. A rule that says no to
 * nothing must not pass for one that protects.
 */
export function uselessRule(text: string): string | undefined {
  const [, name = "", inside] = /^\s*([A-Za-z0-9_*.-]+)(?:\(([\s\S]*)\))?\s*$/.exec(text) ?? [];
  if (name === "") return undefined;
  const braces = inside === undefined ? undefined : bracesIn(name, inside);
  if (braces !== undefined) return braces;
  if (isFamilyName(name) || TOOLS.includes(name) || /^mcp__|\*$/.test(name)) return undefined;
  const near = nearestName(name);
  if (near === undefined) return undefined;
  return `no tool is called ${name}; write ${near}${inside === undefined ? "" : `(${inside})`}`;
}

function bracesIn(name: string, inside: string): string | undefined {
  if (/^web_?fetch$/i.test(name)) return undefined;
  // In quotes they belong to the command: `awk '{print $1,$2}'`.
  const bare = /^bash$|shell/i.test(name) ? inside.replace(/'[^']*'|"[^"]*"/g, "") : inside;
  if (!/\{[^{}]*,[^{}]*\}/.test(bare)) return undefined;
  const rules = expandBraces(inside).slice(0, 6);
  return `braces stand for themselves; write ${rules.map((one) => `${name}(${one})`).join(" and ")}`;
}

/** The known name that was meant: the name itself, or one that differs by a slip; undefined: none. */
export function nearestName(name: string): string | undefined {
  if (name === "") return undefined;
  if (isFamilyName(name)) return name;
  return (Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined) ?? nearest(name);
}

/** A known name that differs by a slip: its case, or one or two letters. */
function nearest(name: string): string | undefined {
  const small = name.toLowerCase();
  const known = [...FAMILIES, ...TOOLS];
  const same = known.find((one) => one.toLowerCase() === small || one.toLowerCase().replaceAll("_", "") === small);
  if (same !== undefined) return same;
  return known.find((one) => one.length > 3 && isNear(one.toLowerCase(), small, one.length > 5 ? 2 : 1));
}

/** Whether so many slips make one of the other: a letter put in, taken out, replaced or swapped with the next. */
function isNear(a: string, b: string, slips: number): boolean {
  if (a === b) return true;
  if (a[0] === b[0]) return isNear(a.slice(1), b.slice(1), slips);
  if (slips === 0) return false;
  const isSwapped = a[0] === b[1] && a[1] === b[0];
  return (
    isNear(a.slice(1), b, slips - 1) ||
    isNear(a, b.slice(1), slips - 1) ||
    isNear(a.slice(1), b.slice(1), slips - 1) ||
    (isSwapped && isNear(a.slice(2), b.slice(2), slips - 1))
  );
}
