import { expect, it } from "vitest";
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
