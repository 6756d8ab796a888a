import { expect, it } from "vitest";
import { threadHtml } from "./thread-html.ts";
import { threadMarkdown } from "./thread-markdown.ts";

it("writes down what was said while a run went on, and where older messages became a summary", async () => {
  const parts = [
    { type: "text", text: "Looking." },
    { type: "steered", messageId: "m", content: [{ type: "text", text: "Only the tests." }] },
    { type: "compacted", summary: "It was about tests.", before: 9_000, after: 900 },
    { type: "text", text: "Done." },
  ] as const;
  const message = {
    role: "assistant",
    id: "r",
    runId: "r",
    createdAt: 0,
    model: "m",
    parts,
    stopReason: "stop",
  } as const;
  const pieces: string[] = [];
  for await (const piece of threadMarkdown({ title: "T", createdAt: 0, messages: [message] })) pieces.push(piece);
  const said = pieces.join("");
  expect(said.indexOf("**You, meanwhile:**\n\nOnly the tests.")).toBeGreaterThan(said.indexOf("Looking."));
  expect(said).toContain("<details><summary>Summarised for the model</summary>\n\nIt was about tests.");
});

it("writes a program as its source, and its calls with their lines", async () => {
  const program = { type: "tool-call", toolCallId: "p", toolName: "run_code", replays: true, startedAt: 0 } as const;
  const code = "const one = 1;\nreturn tools.pay({ one });";
  const inner = { ...program, toolCallId: "p/0", toolName: "pay", parentId: "p", line: 2, replays: undefined } as const;
  const parts = [
    { ...program, args: { code }, result: "paid" },
    { ...inner, args: { one: 1 }, result: "paid" },
  ];
  const about = { role: "assistant", id: "r", runId: "r", createdAt: 0, model: "m", stopReason: "stop" } as const;
  const messages = [{ ...about, parts }] as never;
  const written = async (pieces: AsyncGenerator<string>) => {
    let text = "";
    for await (const piece of pieces) text += piece;
    return text;
  };
  const markdown = await written(threadMarkdown({ title: "T", createdAt: 0, messages }));
  expect(markdown).toContain(`### \`run_code\`\n\n\`\`\`js\n${code}\n\`\`\``);
  expect(markdown).toContain("### ↳ `pay`, line 2\n");
  const html = await written(threadHtml({ title: "T", createdAt: 0, messages, steps: [], mask: (text) => text }));
  expect(html).toContain('<summary dir="auto">↳ pay, line 2</summary>');
  expect(html).toMatch(/<summary dir="auto">run_code<\/summary><pre[^>]*>.*const/);
});

it("says of an answer that nothing was changed, where its run was to change something", async () => {
  const message = { role: "assistant", id: "r", runId: "r", createdAt: 0, model: "m", stopReason: "stop" } as const;
  const parts = [{ type: "text", text: "Done." }] as const;
  const said = async (changed: boolean) => {
    const pieces: string[] = [];
    const messages = [{ ...message, parts, changed }];
    for await (const piece of threadMarkdown({ title: "T", createdAt: 0, messages })) pieces.push(piece);
    return pieces.join("");
  };
  expect(await said(false)).toMatch(/Done\.\n\n\*Nothing was changed\.\*\n$/);
  expect(await said(true)).toMatch(/Done\.\n$/);
});
