import type { Tool } from "@toolwright/core";
import { type FewWords, inFewWords, showing } from "./showing.ts";

/** How many of the standard tools there are, and how much of each a model is shown. */
export type ToolsSet = "all" | "small";

/**
 * The parameters that a model is shown, by set and tool; a set of which a standard tool has no row does not have the
 * tool. Every other parameter of a tool is taken as well: programs give it, and a message may name it where it helps.
 */
const ALL: ReadonlyMap<string, readonly string[]> = rows({
  bash: "command description timeout working_dir background",
  bash_output: "job wait",
  bash_kill: "job",
  read: "file_paths limit offset",
  write: "file_path content",
  edit: "file_path old_string new_string replace_all",
  multi_edit: "file_path edits",
  apply_patch: "patch",
  ls: "path depth",
  grep: "pattern path glob mode context ignore_case limit offset",
  glob: "pattern path",
  web_fetch: "url",
  get_current_time: "timezone",
  write_todos: "todos",
  read_todos: "",
  agent: "description prompt type agent_id background",
  done: "message",
});

/**
 * Those that find come first, for a small model takes the first that fits. `write` stands before `read`: behind it, a
 * model of half a billion parameters does not find it, and calls tools that are not there. With `write` and `bash`
 * first it makes more of the files that it is asked for, and a model of 1.5 billion reads a quarter more tokens.
 */
const SMALL: ReadonlyMap<string, FewWords> = new Map([
  ["ls", { says: "List a folder.", parameters: ["path"] }],
  ["grep", { says: "Search file contents by regular expression.", parameters: ["pattern", "path"] }],
  ["glob", { says: "Find files by name.", parameters: ["pattern"] }],
  ["write", { says: "Create or replace a file.", parameters: ["file_path", "content"] }],
  ["read", { says: "Read files.", parameters: ["file_paths"] }],
  ["edit", { says: "Replace text in a file.", parameters: ["file_path", "old_string", "new_string"] }],
  ["bash", { says: "Run a bash command.", parameters: ["command"] }],
]);

/** These standard tools as a model of this set is shown them: those of the set, each with its row of the table. */
export function shownIn(set: ToolsSet, tools: readonly Tool[]): readonly Tool[] {
  return set === "all" ? tools.flatMap(whole) : inSmallSet(tools);
}

function whole(tool: Tool): readonly Tool[] {
  const names = ALL.get(tool.name);
  return names === undefined ? [] : [showing(tool, (name) => names.includes(name))];
}

function inSmallSet(tools: readonly Tool[]): readonly Tool[] {
  return [...SMALL].flatMap(([name, words]) =>
    tools.filter((tool) => tool.name === name).map((tool) => inFewWords(tool, words)),
  );
}

function rows(table: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(table).map(([tool, names]) => [tool, names.split(" ").filter((name) => name !== "")]));
}
