import { asItLooks } from "./look-alikes.ts";
import { isFamilyName, parseRule, type RuleSource } from "./parse-rule.ts";
import { nearestName, uselessRule } from "./useless-rule.ts";

const ANYWHERE: RuleSource = { effect: "deny", scope: "user", anchors: { root: "/workspace", home: "/home/user" } };

/**
 * Why a rule that denies or asks can match nothing, with the nearest right form; undefined: it can, or nobody can tell what it
 * was to be. A rule that says no to nothing must not pass for one that protects.
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
