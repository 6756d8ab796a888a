import { describe, expect, it } from "vitest";
import { z } from "zod";
import { look, run } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import { defineTool } from "../faces/define-tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { secret } from "../secrets/secret.ts";

describe("prepareStep", () => {
  const hidden = toolOf("hidden", () => "from hidden", { effects: "read" });

  it("replaces the messages of its step only, made legal", async () => {
    const seen: number[] = [];
    const { model, messages, events } = await run([{ calls: [{ name: "look" }] }, { text: "end" }], {
      prepareStep({ step, messages: history }) {
        seen.push(step, history.length);
        if (step > 0) return undefined;
        return {
          messages: [
            { role: "system", content: "only now" },
            { role: "tool", tool_call_id: "x", content: "x" },
          ],
        };
      },
    });
    expect(seen).toEqual([0, 1, 1, 3]);
    expect(model.requests[0]?.messages).toEqual([{ role: "system", content: "only now" }]);
    expect(model.requests[1]?.messages).toEqual(messages.slice(0, 3));
    const starts = events.filter((event) => event.type === "step_start");
    expect(starts[0]?.data).toMatchObject({ messages: [{ content: "only now" }] });
    expect(starts[1]?.data).not.toHaveProperty("messages");
    expect(events.filter(({ type }) => type === "warning")).toHaveLength(1);
  });

  it("tells the model notes from its step on, masked, and stores them with the step", async () => {
    const word = "hunter2hunter2";
    const { model, messages, events } = await run([{ calls: [{ name: "look" }] }, { text: "end" }], {
      secrets: [secret("vault", word)],
      prepareStep: ({ step }) => (step === 1 ? { notes: [`a file has ${word}`, "another"] } : undefined),
    });
    const notes = [
      { role: "user", content: "[Meanwhile: a file has [secret:vault]]" },
      { role: "user", content: "[Meanwhile: another]" },
    ];
    expect(model.requests[1]?.messages.slice(-2)).toEqual(notes);
    expect(messages.slice(3, 5)).toEqual(notes);
    const [, second] = events.filter(({ type }) => type === "step_start");
    expect(second?.data).toMatchObject({ notes });
  });

  it("tells notes behind messages that it replaces, and refuses what is no text", async () => {
    const { model } = await run([{ text: "end" }], {
      prepareStep: () => ({ messages: [{ role: "user", content: "only this" }], notes: ["so"] }),
    });
    expect(model.requests[0]?.messages.map(({ content }) => content)).toEqual(["only this", "[Meanwhile: so]"]);
    const prepareStep = () => ({ notes: [7] });
    const wrong = await run([{ text: "end" }], Object({ prepareStep }));
    expect(wrong.error?.message).toContain("notes");
  });

  it("names the whole active set, of registered and other tools", async () => {
    const { model, messages } = await run(
      [{ calls: [{ name: "hidden" }, { name: "look" }] }, { calls: [{ name: "hidden" }] }],
      {
        prepareStep: ({ step }) => (step === 0 ? { tools: [hidden] } : {}),
      },
    );
    const offered = model.requests.map(({ tools }) => tools?.map((tool) => tool.function.name));
    expect(offered).toEqual([["hidden"], ["look"], ["look"]]);
    const texts = messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : []));
    expect(texts[0]).toBe("from hidden");
    expect(texts[1]).toMatch(/^Error \[inactive_tool\]/);
    expect(texts[2]).toMatch(/^Error \[unknown_tool\]/);
  });

  it("may offer nothing", async () => {
    const { model } = await run([{ text: "x" }], { prepareStep: () => ({ tools: [] }) });
    expect(model.requests[0]).not.toHaveProperty("tools");
  });

  it.each(["throws", "rejects"])("that %s ends the run with an error", async (how) => {
    const prepareStep = () => {
      if (how === "throws") throw new Error("a bug");
      return Promise.reject(new Error("a bug"));
    };
    const { stopReason, error, types, model } = await run([{ text: "x" }], { prepareStep });
    expect([stopReason, error?.code, types.at(-1), model.requests.length]).toEqual(["error", "internal", "done", 0]);
  });
});

describe("the definitions", () => {
  it("of a tool that is registered during the run go out with the next step", async () => {
    const tools = new ToolRegistry();
    tools.register(toolOf("unlock", () => void tools.register(look)));
    const { model, messages } = await run([{ calls: [{ name: "unlock" }] }, { calls: [{ name: "look" }] }], { tools });
    expect(model.requests.map((request) => request.tools?.length)).toEqual([1, 2, 2]);
    expect(messages[4]?.content).toBe("seen");
  });

  it("are the same bytes in every step, in the order of registering", async () => {
    const zod = defineTool({
      name: "zod",
      description: "",
      input: z.object({ b: z.string(), a: z.number() }),
      execute: () => "",
    });
    const { model } = await run((n) => (n < 3 ? { calls: [{ name: "look", args: { n } }] } : {}), {
      tools: [zod, look],
    });
    const bytes = model.requests.map(({ tools }) => JSON.stringify(tools));
    expect(new Set(bytes).size).toBe(1);
    expect(bytes[0]?.indexOf('"zod"')).toBeLessThan(bytes[0]?.indexOf('"look"') ?? 0);
  });
});
