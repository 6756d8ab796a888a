import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { illegality } from "../../test/invariants/checks.ts";
import type { LlmToolCall, Message } from "../model/messages.ts";
import { closeHistory } from "./close-history.ts";
import { isClosed } from "./is-closed.ts";

const call = (id: string, args = "{}"): LlmToolCall => ({
  id,
  type: "function",
  function: { name: "x", arguments: args },
});
const asks = (...ids: string[]): Message => ({ role: "assistant", content: "", tool_calls: ids.map((id) => call(id)) });
const answer = (id: string, content = `of ${id}`): Message => ({ role: "tool", tool_call_id: id, content });
const user: Message = { role: "user", content: "go" };
const idsOf = (messages: readonly Message[]) =>
  messages.map((message) => (message.role === "tool" ? message.tool_call_id : message.role));

describe("closing a history", () => {
  it("leaves a legal one as it is", () => {
    const legal = [
      user,
      asks("a", "b"),
      answer("a"),
      answer("b"),
      { role: "assistant", content: "done" } as const,
      user,
    ];
    expect(closeHistory(legal)).toEqual({ messages: legal, warnings: [] });
    expect(closeHistory(legal).messages).toBe(legal);
    expect(closeHistory([])).toEqual({ messages: [], warnings: [] });
  });

  it.each<[string, Message[], string[], number]>([
    ["drops an answer to nothing", [answer("a"), user, answer("b")], ["user"], 2],
    ["answers what was not answered", [asks("a", "b"), answer("b")], ["assistant", "a", "b"], 1],
    ["puts answers in call order", [asks("a", "b"), answer("b"), answer("a")], ["assistant", "a", "b"], 0],
    ["drops a second answer", [asks("a"), answer("a"), answer("a")], ["assistant", "a"], 1],
    ["drops an answer that comes too late", [asks("a"), user, answer("a")], ["assistant", "a", "user"], 2],
    ["gives equal ids to nobody", [asks("a", "a"), answer("a"), answer("a")], ["assistant", "a", "a_2"], 1],
    ["gives every call an id", [asks("", ""), answer(""), answer("")], ["assistant", "call", "call_2"], 2],
    [
      "keeps an id in another step",
      [asks("a"), answer("a"), asks("a"), answer("a")],
      ["assistant", "a", "assistant", "a"],
      0,
    ],
  ])("%s", (_, messages, ids, warnings) => {
    const closed = closeHistory(messages);
    expect(idsOf(closed.messages)).toEqual(ids);
    expect(closed.warnings).toHaveLength(warnings);
    expect(illegality(closed.messages)).toBeUndefined();
  });

  it("keeps answers of equal ids with their calls", () => {
    const { messages } = closeHistory([asks("a", "a"), answer("a", "first"), answer("a", "second")]);
    expect(messages.slice(1).map(({ content }) => content)).toEqual(["first", "second"]);
  });

  it("says to the model that an unanswered call was skipped", () => {
    expect(closeHistory([asks("a")]).messages[1]).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/^Error \[skipped\]: /),
    });
  });

  it("takes out what providers reject: no calls, no words, no content", () => {
    const empty: Message = { role: "assistant", content: "" };
    const blank: Message = { role: "assistant", content: " \n" };
    const noCalls: Message = { role: "assistant", content: "said", tool_calls: [] };
    const stateful: Message = { role: "assistant", content: "", providerState: { signature: "s" } };
    const { messages, warnings } = closeHistory([user, empty, blank, noCalls, stateful, asks("a"), answer("a", "")]);
    expect(messages).toEqual([
      user,
      { role: "assistant", content: "said" },
      stateful,
      asks("a"),
      answer("a", "(no output)"),
    ]);
    expect(warnings).toHaveLength(4);
  });

  const ids = fc.constantFrom("a", "b", "c", "");
  const message = fc.oneof<fc.Arbitrary<Message>[]>(
    fc.constant(user),
    fc.constant({ role: "system", content: "be good" }),
    fc.record({ role: fc.constant("assistant" as const), content: fc.constantFrom("", "text") }),
    fc.array(ids, { maxLength: 4 }).map((drawn) => asks(...drawn)),
    fc.record({ role: fc.constant("tool" as const), tool_call_id: ids, content: fc.constantFrom("", "x") }),
  );

  it("makes every history legal, changes nothing that was given, and closes once and for all", () => {
    const property = fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
      const before = structuredClone(messages);
      const { messages: closed, warnings } = closeHistory(messages);
      expect(illegality(closed)).toBeUndefined();
      expect(messages).toEqual(before);
      expect(isClosed(closed)).toBe(true);
      expect(closeHistory(closed)).toEqual({ messages: closed, warnings: [] });
      if (isClosed(messages)) expect(warnings).toEqual([]);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it("agrees with the checker on what is closed", () => {
    const property = fc.property(fc.array(message, { maxLength: 8 }), (messages) => {
      expect(isClosed(messages)).toBe(illegality(messages) === undefined);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
