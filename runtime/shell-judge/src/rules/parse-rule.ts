import type { Outcome } from "../verdict/finding.ts";
import { parseCommandPattern } from "./command-pattern.ts";
import { isDomainPattern } from "./domain-pattern.ts";
import { lookAlike } from "./look-alikes.ts";
import { type Anchors, parsePathPattern } from "./path-pattern.ts";
import type { Rule, RuleTarget, Scope } from "./rule.ts";

/** What a rule text is read with. */
export interface RuleSource {
  readonly effect: Outcome;
  readonly scope: Scope;
  readonly anchors: Anchors;
}

type ReadInside = (inside: string | undefined, source: RuleSource) => RuleTarget | string;

const FAMILIES = new Map<string, ReadInside>([
  ["bash", commandTarget],
  ["read", (inside, source) => pathTarget("read", inside, source)],
  ["edit", (inside, source) => pathTarget("edit", inside, source)],
  ["write", (inside, source) => pathTarget("edit", inside, source)],
  [
    "ls",
    (inside, source) => (inside === undefined ? { kind: "tool", name: "ls" } : pathTarget("read", inside, source)),
  ],
  ["webfetch", domainTarget],
  ["gitconfig", gitConfigTarget],
  ["agent", (inside) => ({ kind: "agent", name: inside ?? "*" })],
  ["mcp", mcpTarget],
]);

/** True for a name that a rule reads as a family of calls, not as a tool. */
export function isFamilyName(name: string): boolean {
  return FAMILIES.has(name.toLowerCase()) || aliasedFamily(name) !== undefined;
}

/** Longest rule that is read. */
const MAX_RULE_LENGTH = 1_000;

/** Reads `Tool` or `Tool(pattern)`. A string is the reason why it is not a rule. */
export function parseRule(text: string, source: RuleSource): Rule | string {
  if (text.length > MAX_RULE_LENGTH) return `longer than ${MAX_RULE_LENGTH} characters`;
  const odd = lookAlike(text);
  if (odd !== undefined) return odd;
  const parts = /^([A-Za-z0-9_*][A-Za-z0-9_*.-]*)(?:\(([\s\S]*)\))?$/.exec(text.trim());
  const name = parts?.[1];
  if (name === undefined) return "not of the form Tool or Tool(pattern)";
  const target = targetOf(name, parts?.[2], source);
  if (typeof target === "string") return target;
  const rule = { text: text.trim(), effect: source.effect, scope: source.scope, target };
  // A program may have a tool of its own that is called so.
  return aliasedFamily(name) === undefined || parts?.[2] !== undefined ? rule : { ...rule, tool: name };
}

function targetOf(name: string, inside: string | undefined, source: RuleSource): RuleTarget | string {
  if (inside?.trim() === "") return "nothing between the parentheses";
  const read = FAMILIES.get(aliasedFamily(name) ?? name.toLowerCase()) ?? fileTool(name, inside);
  if (read !== undefined) return read(inside?.trim(), source);
  if (inside !== undefined) return `${name} takes no pattern`;
  if (name.slice(0, -1).includes("*")) return "a tool name may hold * only at its end";
  return { kind: "tool", name };
}

/** `apply_patch(src/**)`: a tool of ours that edits, with the files that it may not edit. */
function fileTool(name: string, inside: string | undefined): ReadInside | undefined {
  if (inside === undefined || !/^(?:apply_patch|multi_edit)$/.test(name)) return undefined;
  return (pattern, source) => pathTarget("edit", pattern, source);
}

function commandTarget(inside: string | undefined): RuleTarget | string {
  if (inside === undefined || inside === "*") return { kind: "command", pattern: "any" };
  const pattern = parseCommandPattern(inside);
  return pattern === undefined ? "the command pattern does not read" : { kind: "command", pattern };
}

/** A class is read as any character, which a denial may be and an allowance may not. */
const CLASS = "it holds a class, and an allowance must say which characters it means; write \\[ for a bracket itself";

function pathTarget(
  access: "read" | "edit",
  inside: string | undefined,
  { effect, anchors }: RuleSource,
): RuleTarget | string {
  if (inside === undefined) return { kind: "path", access, pattern: "any" };
  if (inside.split("/").includes("..")) return "a path pattern may not hold ..";
  if (/^~[^/]/.test(inside)) return "a path pattern knows only the home directory ~/";
  if (effect === "allow" && /^(?:[^\\[]|\\[\s\S])*\[/.test(inside)) return CLASS;
  return { kind: "path", access, pattern: parsePathPattern(inside, anchors, effect !== "allow") };
}

/** A yes to what one repository is configured to run. */
function gitConfigTarget(inside: string | undefined, { effect }: RuleSource): RuleTarget | string {
  if (effect !== "allow") return "GitConfig only allows";
  if (inside === undefined || !/^[0-9a-f]{64}$/.test(inside))
    return "the pattern is not the SHA-256 of a configuration";
  return { kind: "git-config", hash: inside };
}

/** `server`, for all of its tools, or `server/tool`. A tool may have a slash in its name. */
function mcpTarget(inside = "*"): RuleTarget | string {
  const [, server, tool = "*"] = /^([^/]+)(?:\/([\s\S]+))?$/.exec(inside) ?? [];
  if (server === undefined) return "the pattern is not SERVER or SERVER/TOOL";
  return { kind: "mcp", server, tool };
}

function domainTarget(inside: string | undefined): RuleTarget | string {
  if (inside === undefined) return { kind: "domain", pattern: "*" };
  const domain = /^domain:\s*(\S+)$/.exec(inside)?.[1]?.toLowerCase();
  if (domain === undefined || !isDomainPattern(domain)) return "the pattern is not domain:HOST or domain:*.HOST";
  return { kind: "domain", pattern: domain };
}

/** What a tool of another agent is called, and the family of calls here that it stands for. */
const ALIASES: Readonly<Record<string, string>> = {
  bash:
    "shell run_shell_command run_command run_terminal_cmd run_in_terminal execute_command execute_bash " +
    "exec_command shell_command local_shell runterminalcommand powershell",
  read:
    "read_file readfile read_files read_many_files view_file open_file notebookread list_directory list_dir " +
    "list_files listdirectory search_file_content search_files file_search grep_search glob_file_search " +
    "codebase_search find_files",
  edit:
    "multiedit write_file writefile write_to_file create_file edit_file delete_file replace_in_file " +
    "insert_content search_replace apply_diff str_replace_editor str_replace_based_edit_tool notebookedit",
  webfetch: "web_fetch fetch_url fetch_webpage",
};

/** The family that a name of another agent's tool stands for; undefined: it is no such name. */
function aliasedFamily(name: string): string | undefined {
  const small = name.toLowerCase();
  return Object.entries(ALIASES).find(([, names]) => names.split(" ").includes(small))?.[0];
}
