import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { ThreadStep } from "../wire/steps.ts";
import type { ThreadMessage } from "../wire/thread-message.ts";
import { threadHtml } from "./thread-html.ts";

const answer = { role: "assistant", id: "r", runId: "r", createdAt: 0, model: "m", stopReason: "stop" } as const;
const user = { role: "user", id: "r:user", createdAt: 0 } as const;

async function html(
  messages: readonly ThreadMessage[],
  title = "T",
  steps: readonly ThreadStep[] = [],
): Promise<string> {
  const pieces: string[] = [];
  const mask = (text: string) => text.replaceAll("hunter2", "[secret]");
  for await (const piece of threadHtml({ title, createdAt: 0, messages, steps, mask })) pieces.push(piece);
  return pieces.join("");
}

const call = (result: never, args = {}) =>
  ({ type: "tool-call", toolCallId: "c", toolName: "read", args, startedAt: 0, result }) as const;

it("says nothing may be loaded or run, and how it looks by the hash of that alone", async () => {
  const text = await html([]);
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(text).toContain(`default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'`);
  expect(text).not.toMatch(/<script|<link|\son\w+=|\shref=|\sstyle=/);
});

const step = (seq: number, parts: number, about: Partial<ThreadStep> = {}): ThreadStep => {
  return { seq, runId: "r", time: 0, parts, tools: ["write"], ...about };
};

it("runs the line of steps by the hash of that alone, where there are steps, and nothing else", async () => {
  const text = await html([{ ...answer, parts: [] }], "T", [step(1, 1), step(2, 2)]);
  const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  expect(text).toContain(`default-src 'none'; script-src 'sha256-${hash}'; style-src 'sha256-`);
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(text).not.toMatch(/<link|\son\w+=|\shref=|\ssrc=|\sstyle=/);
  expect(script).not.toMatch(/innerHTML|eval|fetch|location|write/);
});

it("says in which step each part came to be, and what files and plan were at its end", async () => {
  const edit = (path: string, added: number) => ({
    diff: [{ path, change: "modified", added, removed: 1, hunks: [] }],
  });
  const parts = [
    { type: "text", text: "One." },
    { ...call("ok" as never, {}), toolName: "edit", artifact: edit("a<b>.txt", 2) },
    { ...call("ok" as never, { todos: [{ content: "Look", status: "completed" }] }), toolName: "write_todos" },
    { ...call("ok" as never, {}), toolName: "edit", artifact: edit("a<b>.txt", 3) },
    { ...call("no" as never, {}), toolName: "edit", artifact: edit("no.txt", 9), isError: true },
  ] as const;
  const steps = [step(1, 2), step(2, 3, { tools: ["<b>"] }), step(3, 5, { isEnd: true })];
  const text = await html(
    [
      { ...user, content: "go" },
      { ...answer, parts },
    ],
    "T",
    steps,
  );
  expect([...text.matchAll(/<div data-step="(\d)">/g)].map(([, at]) => at)).toEqual(["0", "0", "1", "2", "2", "2"]);
  const states = [...text.matchAll(/<div class="state" (.*?)>(.*?)<\/div>/g)].map(([, about, shown]) => [about, shown]);
  const first = '<li data-step="0" data-until="1" hidden dir="auto">modified a&lt;b&gt;.txt +2 −1</li>';
  const second = '<li data-step="2" dir="auto">modified a&lt;b&gt;.txt +5 −2</li>';
  expect(states).toEqual([
    ['data-step="0"', `<h2>Changed files</h2><ul>${first}${second}</ul>`],
    ['data-step="1"', expect.stringContaining("completed: Look")],
  ]);
  expect(text).toContain('label="Step 2 of 3 · 1970-01-01 00:00:00 UTC · &lt;b&gt;"');
  expect(text).not.toContain("no.txt");
});

it("grows with its steps alone, however many files they have changed by then", async () => {
  const sizeOf = async (count: number) => {
    const parts = Array.from({ length: count }, (_, at) => {
      const diff = [{ path: `src/${at}.txt`, change: "created", added: 1, removed: 0, hunks: [] }];
      return { ...call("ok" as never, {}), toolName: "write", artifact: { diff } };
    });
    const steps = parts.map((_, at) => step(at + 1, at + 1));
    return (await html([{ ...answer, parts }], "T", steps)).length;
  };
  expect((await sizeOf(1_000)) / (await sizeOf(100))).toBeLessThan(11);
});

it("takes every text for text, and masks it, wherever it stands", async () => {
  const tags = ["div", "article", "details", "summary", "pre", "p", "h1", "h2", "time", "main", "header", "title"];
  const line = ["script", "input", "output", "datalist", "option", "ul", "li"];
  const known = new Set(["html", "head", "meta", "style", "body", ...line, ...tags]);
  const piece = fc.constantFrom(
    "<script>",
    "</pre>",
    "<img src=x>",
    '"',
    "'",
    "&lt;",
    "`",
    "```",
    "\n",
    "hunter2",
    "~~~",
    "a",
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(text, async (words) => {
      const parts = [
        { type: "text", text: words },
        { type: "reasoning", text: words },
        { type: "compacted", summary: words, before: 1, after: 1 },
        { type: "steered", messageId: "m", content: words },
        {
          ...call(words as never, { command: words }),
          toolName: words,
          artifact: { diff: [{ path: words, change: words }] },
        },
        { ...call(words as never, { todos: [{ content: words }] }), toolName: "write_todos" },
      ] as const;
      const shown = await html(
        [
          { ...user, content: words },
          { ...answer, parts, reason: words, error: words },
        ],
        words,
        [step(1, 5, { tools: [words] }), step(2, 6)],
      );
      const found = [...shown.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name = ""]) => name);
      expect(found.filter((name) => !known.has(name))).toEqual([]);
      for (const tag of tags) {
        expect(shown.match(new RegExp(`<${tag}[ >]`, "g"))?.length, tag).toBe(
          shown.match(new RegExp(`</${tag}>`, "g"))?.length,
        );
      }
      expect(shown).not.toContain("hunter2");
    }),
    { numRuns: 200 },
  );
});

it("shows code as code, and all else as it was written", async () => {
  const parts = [{ type: "text", text: "Look **here**:\n\n```js\nlet a;\n```\n\nDone.\n~~~\nopen" }] as const;
  const text = await html([{ ...answer, parts }]);
  expect(text).toContain('<div class="text" dir="auto">Look **here**:</div><pre dir="ltr">let a;</pre>');
  expect(text).toContain('<div class="text" dir="auto">Done.</div><pre dir="ltr">open</pre>');
});

it("has the images that a person sent, and no bytes that a tool returned", async () => {
  const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
  const parts = [
    call([{ type: "text", text: "seen" }, image] as never),
    call(`![](data:image/png;base64,${"QUFB".repeat(30)})` as never),
    { ...call({ nested: [{ type: "audio", data: "AAAA", mimeType: "audio/wav" }] } as never), isError: true },
  ];
  const sent = await html([{ ...user, content: [image, { ...image, mediaType: "image/svg+xml" }] }]);
  expect(sent.match(/<img /g)).toHaveLength(1);
  const got = await html([{ ...answer, parts }]);
  expect(got).not.toMatch(/<img |AAAA|QUFB/);
  expect(got).toContain("[image]");
  expect(got).toContain("[audio]");
  expect(got).toContain("![]([data])");
});

it("says how a run ended and what was decided", async () => {
  const approval = { approvalId: "a", decision: { approve: false, reason: "Not now" } };
  const parts = [{ ...call("x" as never, { command: "rm a" }), approval }];
  const text = await html([{ ...answer, parts, stopReason: "aborted" }]);
  expect(text).toContain('<summary dir="auto">read rm a</summary>');
  expect(text).toContain("Refused: Not now");
  expect(text).toContain('<p class="end">Stopped.</p>');
});
