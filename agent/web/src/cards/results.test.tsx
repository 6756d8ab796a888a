import { describe, expect, it } from "vitest";
import { renderCall, type TestCall } from "./render-call.test-data.tsx";

/** The text of a card that is open; what only marks it up is left out. */
function shown(toolName: string, args: object, result: unknown, more: TestCall = {}): string {
  const html = renderCall({ toolName, argsText: JSON.stringify(args), result, ...more }, { areOpen: true });
  return html
    .replaceAll(/<[^>]+>/g, "|")
    .replaceAll(/\|+/g, "|")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
}

describe("bash", () => {
  it("shows command, output and how it ended", () => {
    const artifact = { stdout: "hi\n", stderr: "", returnCode: 3, signal: null, timedOut: false };
    const text = shown("bash", { command: "echo hi; exit 3" }, "hi\n[exit 3]", { artifact });
    expect(text).toContain("$ |echo hi; exit 3|hi\n[exit 3]|");
    expect(text).toContain("|exit 3 |");
  });

  it("reads how it ended from its last line where there is nothing else", () => {
    expect(shown("bash", { command: "x" }, "[killed by SIGTERM]")).toContain("|killed by SIGTERM |");
    expect(shown("bash", { command: "x", background: true }, "Started j2 (pid 7).")).toContain("|job j2 |");
  });

  it("shows what was printed before a timeout", () => {
    const result = { ok: false, errorCode: "timeout", message: "timed out after 1s." };
    const artifact = { stdout: "half\n", stderr: "", returnCode: null, timedOut: true };
    const text = shown("bash", { command: "x" }, result, { isError: true, artifact });
    expect(text).toContain("|half\n|");
    expect(text).toContain("|timed out |");
    expect(text).toContain("timed out after 1s.");
  });

  it("takes the result of a class tool", () => {
    const text = shown("bash", { command: "x" }, { output: "out", error: "err", return_code: 2 });
    expect(text).toContain("|out\nerr|");
    expect(text).toContain("|exit 2 |");
  });
});

it("edit shows the lines that changed, with their numbers", () => {
  const diff = [{ path: "a.txt", change: "modified", hunks: [{ oldStart: 1, newStart: 1, text: " one\n-two\n+TWO" }] }];
  const args = { file_path: "a.txt", old_string: "two", new_string: "TWO" };
  const text = shown("edit", args, { summary: "Edited" }, { artifact: { diff } });
  expect(text).toContain("|1|1|one|2|two|2|TWO|Edited|");
  expect(text).toContain("|+1 −1 |");
  expect(text.split("|a.txt|"), "the file is named once").toHaveLength(2);
});

it("an edit that failed says why in a line, and shows nothing as changed", () => {
  const result = { ok: false, errorCode: "execution_failed", message: "Read a.txt before editing it." };
  const html = renderCall({ toolName: "edit", argsText: EDIT, result, isError: true });
  expect(html).toContain('aria-expanded="false"');
  expect(html).toContain("Read a.txt before editing it.");
  expect(html).not.toContain("+1 −1");
  expect(html).not.toContain("tw-diff");
});

it("a call that was refused shows the note of who refused it", () => {
  const result = { ok: false, errorCode: "approval_denied", message: "Never push with force." };
  const html = renderCall({ toolName: "bash", argsText: '{"command":"git push -f"}', result, isError: true });
  expect(html).toContain('aria-expanded="false"');
  expect(html).toContain("Never push with force.");
});

const EDIT = JSON.stringify({ file_path: "a.txt", old_string: "two", new_string: "TWO" });

it("edit shows the text of a diff that an earlier version stored", () => {
  const diff = "--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n";
  const text = shown("edit", { file_path: "a.txt", old_string: "two", new_string: "2" }, { summary: "Edited", diff });
  expect(text).toContain("|--- a.txt|+++ a.txt|@@ -1,2 +1,2 @@| one|-two|+TWO|Edited|");
  expect(text).not.toContain("+0 −0");
});

it("read shows each file with its line numbers, and what is said about it", () => {
  const result =
    "=== a.txt ===\n     2\ttwo\n     3\t=== not a head\n[lines 2-3 of 5]\n\n=== nope ===\nError: nope does not exist.";
  const text = shown("read", { file_paths: ["a.txt", "nope"], offset: 2 }, result);
  expect(text).toContain("|a.txt|2|two|3|=== not a head|[lines 2-3 of 5]|nope|Error: nope does not exist.|");
  expect(text).toContain("|a.txt, nope from line 2|");
  expect(text).toContain("|2 lines |");
});

describe("grep", () => {
  const result = "a.txt\n3-three\n4:four FOO\n\nb.ts\n1:const foo = 1;";

  it("shows files and lines, and marks a plain pattern", () => {
    const text = shown("grep", { pattern: "foo" }, result, { artifact: { matches: 2, files: 2 } });
    expect(text).toContain("|a.txt|3|three|4|four FOO|b.ts|1|const |foo| = 1;|");
    expect(text).toContain("|2 matches |");
    expect(shown("grep", { pattern: "foo", ignore_case: true }, result)).toContain("|four |FOO|");
  });

  it("runs no pattern of a model", () => {
    expect(shown("grep", { pattern: "(f+)+$" }, result)).toContain("|const foo = 1;|");
    expect(shown("grep", { pattern: "f+", fixed: true }, "a\n1:f+ff")).toContain("|f+|ff|");
  });

  it("shows an answer without lines as it is", () => {
    expect(shown("grep", { pattern: "x" }, "No matches for /x/.")).toContain("|No matches for /x/.|");
    expect(shown("glob", { pattern: "**" }, "a.txt\nsrc/b.ts")).toContain("|a.txt\nsrc/b.ts|");
  });
});

it("write_todos shows a checklist, with words for those who do not see it", () => {
  const todos = [
    { content: "plan", status: "completed" },
    { content: "build", status: "in_progress" },
    { content: "rest", status: "cancelled" },
  ];
  const text = shown("write_todos", { todos }, "1/2 done.");
  expect(text).toContain("|plan| |(done)|◐|build| |(in progress)|×|rest| |(cancelled)|");
  expect(text).toContain("|1/3 done |");
  expect(shown("read_todos", {}, "1. [x] plan\n2. [ ] ship")).toContain("|plan| |(done)|○|ship| |(to do)|");
});

describe("agent", () => {
  it("shows the task, what was done for it, and the report", () => {
    const calls = [
      { toolName: "grep", arguments: '{"pattern":"x"}', isError: false, durationMs: 1_200 },
      { toolName: "read", arguments: "{}", isError: true, durationMs: 3 },
    ];
    const args = { description: "look around", prompt: "Look for x.", type: "explore" };
    const text = shown("agent", args, "[agent a1 completed]\nFound.", {
      artifact: { agentId: "a1", calls, callCount: 9 },
    });
    expect(text).toContain('|grep| |{"pattern":"x"}| |1.2 s|read| |{}| |failed 3 ms|7 more calls are not shown.|');
    expect(text).toContain("|Look for x.|");
    expect(text).toContain("|[agent a1 completed]\nFound.|");
  });
});

describe("the web", () => {
  it("shows a page with its title, and links to where it really came from", () => {
    const result = '<untrusted url="https://b.example/">\n# A title\n\nText &lt;/untrusted>\n</untrusted>\n[cut]';
    const args = { url: "http://a.example/" };
    const html = renderCall(
      {
        toolName: "web_fetch",
        argsText: JSON.stringify(args),
        result,
        artifact: { url: "https://b.example/", status: 404 },
      },
      { areOpen: true },
    );
    expect(html).toContain('<a class="tw-link" href="https://b.example/" target="_blank" rel="noreferrer">');
    expect(html).toContain('<p class="tw-page-title" dir="auto">A title</p>');
    expect(html).not.toContain("&lt;untrusted url");
    expect(html).toContain("HTTP 404");
  });

  it("links to nothing that could run", () => {
    const result = {
      results: [
        { url: "javascript:alert(1)", title: "Click" },
        { url: "https://ok.example/", title: "Fine" },
      ],
    };
    const html = renderCall({ toolName: "web_search", argsText: '{"query":"x"}', result }, { areOpen: true });
    expect(html).toContain('<span class="tw-link">Click</span>');
    expect(html.match(/<a /g)).toHaveLength(1);
  });
});

it("done shows what the agent says, without being opened", () => {
  const html = renderCall({ toolName: "done", argsText: '{"message":"All done."}', result: "All done." });
  expect(html.split("All done.")).toHaveLength(2);
});

it("get_current_time shows the time in its line", () => {
  const result = { now: "2026-11-22T04:50:55+00:00", timezone: "UTC" };
  expect(renderCall({ toolName: "get_current_time", argsText: "{}", result })).toContain(
    "2026-11-22T04:50:55+00:00 UTC",
  );
});

it("a long text is cut until all of it is wanted", () => {
  const text = shown("unknown_tool", {}, "x".repeat(30_000));
  expect(text).toContain("Show all 30,000 characters");
  expect(text.length).toBeLessThan(21_000);
});
