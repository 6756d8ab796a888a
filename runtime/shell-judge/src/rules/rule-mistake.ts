import { expandBraces } from "../read/expand-braces.ts";
import { asItLooks } from "./look-alikes.ts";
import { isFamilyName, parseRule, type RuleSource } from "./parse-rule.ts";

const ANYWHERE: RuleSource = { effect: "deny", scope: "user", anchors: { root: "/workspace", home: "/home/user" } };

/**
 * Why a rule that denies or asks can match nothing, with the nearest right form; undefined: it can, or nobody can tell
 * what it was to be. A rule that says no to nothing must not pass for one that protects.
 */
export function ruleMistake(text: string): string | undefined {
  const parsed = parseRule(text, ANYWHERE);
  if (typeof parsed !== "string") return uselessRule(text);
  const near = nearestForm(text);
  return near === undefined ? undefined : `${parsed}; write ${near}`;
}

/** The rule that was likely meant. */
export function nearestForm(text: string): string | undefined {
  const plain = asItLooks(text).trim();
  return candidates(plain).find((one) => isRule(one));
}

function isRule(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  if (count(/[([{]/g) !== count(/[)\]}]/g)) return false;
  return typeof parseRule(text, ANYWHERE) !== "string" && uselessRule(text) === undefined;
}

function candidates(text: string): readonly string[] {
  if (text.length > 300) return [];
  const [, written = "", between = "", rest = ""] = /^([A-Za-z_]+)\s*([:[{(<]?)\s*([\s\S]*)$/.exec(text) ?? [];
  const name = nearestName(written) ?? written;
  const inside = rest.replace(/[\s;,.]*$/, "").replace(between === "(" ? /\)*$/ : /[)\]}>]+$/, "");
  const named = (value: string) => [`${name}(${value})`, `${name}(${closed(value)})`, `${name}(${insidePath(value)})`];
  const known = nearestName(written) !== undefined;
  return [
    text,
    ...(between === "" && !known ? [] : [...address(name, inside), ...named(inside.trim())]),
    ...(known && between === "" && inside !== "" ? named(inside.trim()) : []),
    ...(between !== "" && (inside === "" || !isFamilyName(name)) ? [name] : []),
    ...alone(text),
  ];
}

/** `WebFetch(https://x/y)` and `WebFetch(x)`. */
function address(name: string, inside: string): readonly string[] {
  const host =
    /^(?:domain\s*[:=]\s*)?(?:[a-z][a-z+.-]*:\/\/)?(?:[^/@\s]*@)?(\*\.)?([A-Za-z0-9_.-]+)(?::\d+)?(?:[/?#].*)?$/.exec(
      inside.trim(),
    );
  if (!/^web_?fetch$/i.test(name) || host === null) return [];
  return [`${name}(domain:${host[1] ?? ""}${(host[2] ?? "").toLowerCase().replace(/\.$/, "")})`];
}

/** With the quote that is still open closed. */
function closed(value: string): string {
  const open = value.replace(/'[^']*'|"[^"]*"/g, "");
  return /['"]/.test(open) ? value + (/['"]/.exec(open)?.[0] ?? "") : value;
}

/** A pattern knows only the home directory of the user, and no `..`. */
function insidePath(value: string): string {
  if (/^~[^/]/.test(value)) return `//home/${value.slice(1)}`;
  return value.replace(/^(?:\.\.\/)+/, "//path/to/").replace(/\/\.\.(?=\/|$)/g, "");
}

/** A path or a command without the tool. */
function alone(text: string): readonly string[] {
  if (/^[.~/]|\/|^\*/.test(text) && !/\s/.test(text)) return [`Read(${text})`];
  return /^[a-z][\w.-]*\s/.test(text) ? [`Bash(${text})`] : [];
}

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

/** The same for a rule that reads: of a tool that is not there, or with braces, which stand for themselves. */
function uselessRule(text: string): string | undefined {
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
function nearestName(name: string): string | undefined {
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
