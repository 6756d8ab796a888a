import { compactConversation, type Message } from "@toolwright/core";
import { offline } from "@toolwright/offline";
import { expect, it } from "vitest";

const call = { id: "c", type: "function", function: { name: "ls", arguments: '{"path":"src"}' } } as const;
const history: readonly Message[] = [
  { role: "user", content: "list src" },
  { role: "assistant", content: "", tool_calls: [call] },
  { role: "tool", tool_call_id: "c", content: "a.ts" },
  { role: "assistant", content: "There is a.ts." },
  { role: "user", content: "thanks" },
  { role: "assistant", content: "You are welcome." },
];

it("a conversation with the planner can be summarised: what was said, and what was called", async () => {
  const { messages, compacted } = await compactConversation({ model: offline() }, history);
  expect(compacted).toBeDefined();
  expect(messages[0]?.content).toContain("- The person said: list src");
  expect(messages[0]?.content).toContain('- Called: ls {"path":"src"}');
  expect(messages[0]?.content).toContain('"files":["src"]');
});
