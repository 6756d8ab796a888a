import { expect, it } from "vitest";
import { callsIn } from "./calls-in.ts";

const call = (id: string, name: string, text: string) => ({
  id,
  type: "function",
  function: { name, arguments: text },
});

it("reads the calls of a conversation with their answers, and tells refused ones", () => {
  const messages = [
    { role: "user", content: "Go." },
    { role: "assistant", tool_calls: [call("1", "write", '{"path":"a"}'), call("2", "read", "{}")] },
    { role: "tool", tool_call_id: "1", content: "Wrote a" },
    { role: "tool", tool_call_id: "2", content: [{ type: "text", text: 'Validation failed for tool "read"' }] },
  ];
  expect(callsIn(messages)).toEqual([
    { name: "write", asked: '{"path":"a"}', answer: "Wrote a", isRefused: false, isMended: false },
    { name: "read", asked: "{}", answer: 'Validation failed for tool "read"', isRefused: true, isMended: false },
  ]);
});
