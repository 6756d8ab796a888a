import { define, integer, text } from "./define.ts";

/** The standard tools as a planner sees them: names, words and schemas. */
export const standardTools = [
  define(
    "bash",
    "Run a shell command in the workspace.",
    {
      command: text("the command line"),
      description: text("what the command does, in a few words"),
      timeout: { type: "number", description: "seconds", exclusiveMinimum: 0 },
      working_dir: text("directory to run in, relative to the workspace"),
    },
    ["command"],
  ),
  define(
    "read",
    "Read one or more text files, with line numbers.",
    {
      file_paths: { type: "array", items: { type: "string" }, minItems: 1, description: "relative to the workspace" },
      limit: integer("most lines to show; 0 for all"),
      offset: integer("first line to show, from 1"),
    },
    ["file_paths"],
  ),
  define("ls", "List a directory.", {
    path: text("directory, relative to the workspace"),
    depth: { type: "integer", minimum: 1, maximum: 3, description: "levels of the tree" },
    limit: integer("most entries"),
  }),
  define("get_current_time", "Tell the current date and time.", { timezone: text("IANA name such as Europe/Berlin") }),
  define("done", "End the run with a last message.", { message: text("what to tell the user") }, ["message"]),
  define(
    "write",
    "Create a file or replace all of its content.",
    {
      file_path: text("relative to the workspace"),
      content: text("the whole new text"),
      expected_hash: text("content_sha256 of the file as last read"),
    },
    ["file_path", "content"],
  ),
  define(
    "edit",
    "Replace text in a file.",
    {
      file_path: text("relative to the workspace"),
      old_string: text("the text to replace"),
      new_string: text("what to put in its place"),
      replace_all: { type: "boolean" },
      match_mode: { enum: ["auto", "exact", "line_trimmed", "block_anchor"] },
      dry_run: { type: "boolean" },
    },
    ["file_path", "old_string", "new_string"],
  ),
  define(
    "grep",
    "Search file contents for a regular expression.",
    {
      pattern: text("regular expression"),
      path: text("file or directory to search"),
      glob: text("only files whose path matches this glob"),
      mode: { enum: ["content", "files", "count"] },
      context: { type: "integer", minimum: 0, maximum: 10, description: "lines around each match" },
      ignore_case: { type: "boolean" },
      fixed: { type: "boolean", description: "take the pattern literally" },
      limit: integer("most matches"),
    },
    ["pattern"],
  ),
  define(
    "glob",
    "Find files by name pattern.",
    {
      pattern: text("glob such as src/**/*.ts"),
      path: text("directory to start in"),
      limit: integer("most files"),
    },
    ["pattern"],
  ),
  define(
    "write_todos",
    "Replace the todo list.",
    {
      todos: {
        type: "array",
        items: {
          type: "object",
          properties: { content: text("what to do"), status: { enum: ["pending", "in_progress", "completed"] } },
          required: ["content", "status"],
        },
      },
    },
    ["todos"],
  ),
  define("read_todos", "Show the todo list.", {}),
  define(
    "web_fetch",
    "Fetch a web page as text.",
    { url: { type: "string", format: "uri", description: "http or https address" } },
    ["url"],
  ),
];
