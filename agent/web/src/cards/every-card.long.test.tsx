import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cardsByTool } from "./cards-by-tool.ts";
import { renderCall } from "./render-call.test-data.tsx";

/** `npm test` cuts at fewer places, and tries less of what is hostile. */
const isLong = process.env.LONG_PLAY !== undefined;
const [STEP, RUNS] = isLong ? [1, 20] : [9, 3];

const patch = "*** Begin Patch\n*** Update File: a\n@@ f\n c\n-r\n+n\n*** Add File: b\n+1\n*** End Patch";
const samples: Readonly<Record<string, object>> = {
  bash: { command: 'echo "hi" && ls', description: "Says hi", working_dir: "src", timeout: 5 },
  bash_output: { job: "j1", wait: 2 },
  bash_kill: { job: "j1" },
  read: { file_paths: ["a.txt", "b.txt"], offset: 3 },
  tool_output_cache: { ref_id: "abc", offset: 10 },
  write: { file_path: "a.txt", content: "one\ntwo\n" },
  edit: { file_path: "a.txt", old_string: "one\ntwo", new_string: "one\n2 \\u00e9", replace_all: true },
  multi_edit: {
    file_path: "a.txt",
    edits: [
      { old_string: "a", new_string: "b" },
      { old_string: "c", new_string: "d" },
    ],
  },
  apply_patch: { patch },
  ls: { path: "src", depth: 2 },
  glob: { pattern: "**/*.ts" },
  grep: { pattern: "foo", path: "src", ignore_case: true },
  tool_output_cache_grep: { ref_id: "abc", pattern: "x" },
  web_fetch: { url: "https://example.com/" },
  web_search: { query: "weather" },
  write_todos: {
    todos: [
      { content: "a", status: "in_progress" },
      { content: "b", status: "pending" },
    ],
  },
  read_todos: {},
  agent: { description: "look", prompt: "Look around.", type: "explore" },
  done: { message: "All done." },
  get_current_time: { timezone: "UTC" },
  run_code: { code: "const a = await tools.read({});\nreturn a;" },
  some_other_tool: { a: 1, b: [true, null], c: { d: "e" } },
};

it("the table has a card for each tool that is tried here, but for the one without", () => {
  expect(Object.keys(cardsByTool).sort()).toEqual(
    Object.keys(samples)
      .filter((name) => name !== "some_other_tool")
      .sort(),
  );
});

it.each(["constructor", "__proto__", "toString", ""])("a tool called %j has the card of any other", (toolName) => {
  expect(renderCall({ toolName, argsText: '{"a":1}' })).toContain("a: 1");
});

describe.each(Object.entries(samples))("%s", (toolName, args) => {
  const argsText = JSON.stringify(args);

  it("shows arguments cut at any character", () => {
    for (let end = 0; end < argsText.length; end += STEP) {
      const html = renderCall({ toolName, argsText: argsText.slice(0, end) });
      expect(html).toContain(`data-tool="${toolName}" aria-label="Tool ${toolName}`);
      expect(html).toContain("Receiving arguments");
    }
    expect(renderCall({ toolName, argsText })).toContain("Running");
  });

  it("shows what it asks, where an answer is waited for", () => {
    const html = renderCall({ toolName, argsText, approval: { id: "q1", prompt: "It changes <things>." } });
    expect(html).toContain("Waiting for your answer");
    expect(html).toContain("It changes &lt;things&gt;.");
    expect(html).toContain("Allow once");
    expect(html).not.toContain("Receiving arguments");
  });

  it("shows a failure as one", () => {
    const result = { ok: false, errorCode: "execution_failed", message: "It <broke>." };
    const html = renderCall({ toolName, argsText, result, isError: true });
    expect(html).toContain(">Failed<");
    expect(html).toContain("It &lt;broke&gt;.");
    expect(html).toContain('role="alert"');
  });

  it("takes whatever a model and a tool may bring", () => {
    fc.assert(
      fc.property(hostile(args), hostile(args), fc.boolean(), hostile(args), (given, result, isError, artifact) => {
        const call = { toolName, argsText: JSON.stringify(given), result, isError, artifact };
        for (const open of [call, { ...call, isError: true }, { ...call, result: undefined }]) {
          expect(renderCall(open, { areOpen: true })).toContain("tw-card-body");
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** Any JSON, and objects with the names that a card looks for, whatever they hold. */
function hostile(args: object) {
  const names = [...Object.keys(args), ...KNOWN_NAMES];
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...HOSTILE));
  const object = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8, noNullPrototype: true });
  return fc.oneof({ weight: 3, arbitrary: object }, { weight: 1, arbitrary: value });
}

const KNOWN_NAMES = [
  ...["diff", "summary", "created", "output", "error", "return_code", "ok", "errorCode", "message", "results"],
  ...["stdout", "returnCode", "signal", "job", "calls", "callCount", "url", "status", "now", "timezone"],
  ...["path", "change", "from", "hunks", "oldStart", "newStart", "text"],
  ...["constructor", "toString", "__proto__", "hasOwnProperty"],
];

const HOSTILE: readonly unknown[] = [
  null,
  [],
  {},
  [null],
  "",
  "\u0000\u202e<script>",
  -0,
  1e308,
  "x".repeat(100_000),
  "=== a ===\n     1\tx\n[CRLF]",
  "--- a\n+++ b\n@@ -1,99 +1,99 @@\n x",
  "@@ -1 +1 @@",
  "a\n1:x\n2-y\n--",
  '<untrusted url="x">\n# T\n</untrusted>',
  "javascript:alert(1)",
  [{ type: "text", text: 7 }],
  [{ type: "image", data: "x", mediaType: "text/html" }],
  [{ url: "javascript:alert(1)", title: {} }],
];
