import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "./messages.ts";
import type { LlmToolDefinition } from "./model-port.ts";
import { promptHash } from "./prompt-hash.ts";

const user: Message = { role: "user", content: "hi" };
const golden = { model: "gpt-4o", messages: [user], temperature: 0.7, maxTokens: 2048 };

function tool(name: string, description = "d"): LlmToolDefinition {
  const parameters = { type: "object", properties: { b: { type: "string" }, a: { type: "number" } } };
  return { type: "function", function: { name, description, parameters } };
}

describe("promptHash", () => {
  it("gives the golden vector of phv1", async () => {
    expect(await promptHash(golden)).toBe("3150782d304a7d50db18ec1063728c11f95d4de9ad278dbe58dad62bc5907038");
  });

  it("leaves out what was not given, and invents no defaults", async () => {
    const payload = '{"messages":[{"content":"hi","role":"user"}],"model":"m","prompt_hash_version":"phv1"}';
    const expected = createHash("sha256").update(payload).digest("hex");
    expect(await promptHash({ model: "m", messages: [user] })).toBe(expected);
  });

  it("takes an empty list of tools for none", async () => {
    expect(await promptHash({ ...golden, tools: [] })).toBe(await promptHash(golden));
  });

  it("hashes a tool choice, and the calls and results of messages, as phv2", async () => {
    const call = { id: "c1", type: "function", function: { name: "t", arguments: "{}" } } as const;
    const messages: Message[] = [
      user,
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "x" },
    ];
    const payload =
      '{"messages":[{"content":"hi","role":"user"},{"content":"","role":"assistant","tool_calls":' +
      '[{"function":{"arguments":"{}","name":"t"},"id":"c1","type":"function"}]},' +
      '{"content":"x","role":"tool","tool_call_id":"c1"}],"model":"m","prompt_hash_version":"phv2","tool_choice":"auto"}';
    const expected = createHash("sha256").update(payload).digest("hex");
    expect(await promptHash({ model: "m", messages, toolChoice: "auto" })).toBe(expected);
  });

  it("tells runs with different tools, descriptions and steps apart, which phv1 could not", async () => {
    const assistant = (id: string): Message => ({
      role: "assistant",
      content: "",
      tool_calls: [{ id, type: "function", function: { name: "t", arguments: "{}" } }],
    });
    const hashes = await Promise.all([
      promptHash(golden),
      promptHash({ ...golden, tools: [tool("a")] }),
      promptHash({ ...golden, tools: [tool("b")] }),
      promptHash({ ...golden, tools: [tool("a", "other")] }),
      promptHash({ ...golden, messages: [user, assistant("1")] }),
      promptHash({ ...golden, messages: [user, assistant("2")] }),
    ]);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it("does not depend on the order of tools or of the keys in their schemas", async () => {
    const tools = ["a", "b", "c", "B"].map((name) => tool(name));
    const expected = await promptHash({ ...golden, tools });
    const shuffled = fc.shuffledSubarray(tools, { minLength: tools.length });
    await fc.assert(
      fc.asyncProperty(shuffled, fc.boolean(), async (order, reversed) => {
        const given = reversed ? order.map(reverseKeys) : order;
        expect(await promptHash({ ...golden, tools: given })).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });
});

function reverseKeys<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).reverse())
      : member,
  );
}
