import type { ChatProvider } from "@toolwright/models";

/** Stands for a provider: the document's two shapes of a call, then an answer made of what came back. */
export const provider: ChatProvider = {
  async chat(messages) {
    const results = messages.filter(({ role }) => role === "tool");
    if (results.length === 0) {
      const call = { name: "read_file", arguments: '{"path": "greeting.txt"}' };
      return {
        content: "I'll read that file for you.",
        tool_calls: [{ id: "call_abc123", type: "function", function: call }],
        finish_reason: "tool_calls",
      };
    }
    const said = String(results[0]?.content).trim();
    if (results.length === 1) {
      return { tool_calls: [{ id: "call_def456", name: "message", arguments: { text: `It says: ${said}` } }] };
    }
    return { content: "Done.", finish_reason: "stop" };
  },
};
