import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolOf } from "../../test/making.ts";
import { WrittenModel } from "../../test/support.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { Message } from "../model/messages.ts";
import type { CompletionStreamParams } from "../model/model-port.ts";
import { createScrubber } from "../secrets/create-scrubber.ts";
import { callModel } from "./call-model.ts";
import { History, read } from "./history.ts";
import { runToolLoop } from "./tool-loop.ts";
import { trimHistory } from "./trim-history.ts";

const asks = (...ids: string[]): Message => ({
  role: "assistant",
  content: "",
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "x", arguments: "{}" } })),
});
const answer = (id: string, size: number): Message => ({ role: "tool", tool_call_id: id, content: "x".repeat(size) });
const trimmedIn = (history: History) =>
  history.snapshot().flatMap((message) => (message.role === "tool" && message.trimmed ? [message.tool_call_id] : []));

function historyOf(messages: readonly Message[], budgetTokens: number) {
  const history = new History(messages);
  const trimmed = history.isOver(budgetTokens) ? trimHistory(history, budgetTokens) : [];
  return { history, trimmed };
}

describe("trimming", () => {
  const messages = ["a", "b", "c", "d"].flatMap((id) => [asks(id), answer(id, 4_000)]);

  it("begins over the budget, goes oldest first, and down to 60 %", () => {
    expect(historyOf(messages, 4_000).trimmed).toEqual([]);
    expect(historyOf(messages, 3_999).trimmed).toEqual(["a", "b"]);
  });

  it("says where the whole text is", () => {
    const [asked, result] = [asks("a"), { ...answer("a", 4_000), output_ref: "ref-1" } as Message];
    const { history } = historyOf([asked, result, asks("b"), answer("b", 4_000)], 1_000);
    expect(history.snapshot()[1]).toEqual({
      role: "tool",
      tool_call_id: "a",
      content: "[tool output trimmed; ref=ref-1]",
      output_ref: "ref-1",
      trimmed: true,
    });
  });

  it("leaves alone what is smaller than its placeholder, and what was trimmed before", () => {
    const small = [asks("a"), answer("a", 20), asks("b"), answer("b", 8_000), asks("c"), answer("c", 8_000)];
    const { history, trimmed } = historyOf(small, 10);
    expect(trimmed).toEqual(["b"]);
    expect(trimHistory(history, 10)).toEqual([]);
  });

  it.each<[string, Message[]]>([
    ["that the model has not seen yet", []],
    ["when the user has spoken since", [{ role: "user", content: "go on" }]],
    [
      "when the model has spoken since",
      [
        { role: "assistant", content: "so" },
        { role: "user", content: "go on" },
      ],
    ],
  ])("never touches the results of the last step, also of a caller's history %s", (_, after) => {
    const input = [asks("a"), answer("a", 9_000), asks("b", "c"), answer("b", 9_000), answer("c", 9_000), ...after];
    const { history } = historyOf(input, 100);
    expect(trimmedIn(history)).toEqual(["a"]);
  });
});

describe("messages that are promised", () => {
  it("are those of their moment, whenever they are read, and whatever was added, trimmed or done to a copy since", () => {
    const step = fc.constantFrom("add", "trim", "promise", "change" as const);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom(0, 90, 150), (steps, before) => {
        const messages = Array.from({ length: before }, (_, n) => [asks(`b${n}`), answer(`b${n}`, 600)]).flat();
        const history = new History(messages);
        const promised: { messages: ReturnType<History["promise"]>; expected: readonly Message[] }[] = [];
        const done = {
          add: (n: number) => {
            history.add(asks(`a${n}`));
            history.add(answer(`a${n}`, 600));
          },
          trim: (n: number) => trimHistory(history, 600 * n),
          promise: () => promised.push({ messages: history.promise(), expected: history.snapshot() }),
          change: () => Reflect.set(read(history.promise()), 0, "changed"),
        };
        for (const [n, what] of steps.entries()) done[what](n);
        expect(history.snapshot()).not.toContain("changed");
        for (const { messages, expected } of promised) expect(read(messages)).toEqual(expected);
      }),
    );
  });

  it("look to a model as they always did, in a run of many steps", async () => {
    const [requests, sent]: [CompletionStreamParams[], (readonly Message[])[]] = [[], []];
    const written = new WrittenModel((n) => (n < 150 ? { calls: [{ name: "look", args: { n } }] } : { text: "done" }));
    const model = {
      name: "keeps",
      completionStream(params: CompletionStreamParams) {
        requests.push(params);
        if (requests.length % 3 === 0) sent[requests.length - 1] = [...params.messages];
        if (requests.length === 140) Reflect.set(params, "messages", []);
        return written.completionStream({ ...params });
      },
    };
    const tools = [toolOf("look", () => "seen", { effects: "read" })];
    const { messages, stopReason } = await runToolLoop({ model, tools, maxIterations: 200 }, []);
    expect([stopReason, requests.length]).toEqual(["stop", 151]);
    requests.forEach((params, step) => {
      const expected = step === 139 ? [] : messages.slice(0, 2 * step);
      expect(params.messages).toEqual(expected);
      expect(structuredClone({ ...params, signal: undefined }).messages).toEqual(expected);
      expect(Object.keys(params)).toContain("messages");
      if (sent[step] !== undefined) expect(sent[step]).toEqual(messages.slice(0, 2 * step));
    });
  });
});

it("is looked at for parts where there are some: a long one is copied for it", async () => {
  const image: Message = { role: "user", content: [{ type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" }] };
  const history = new History([{ role: "user", content: "go" }, asks("a"), answer("a", 3)]);
  expect(history.isText).toBe(true);
  history.add(image);
  expect(history.isText).toBe(false);

  const params: CompletionStreamParams = {
    get messages(): readonly Message[] {
      throw new Error("The messages were read.");
    },
  };
  const final = Promise.resolve({
    message: { role: "assistant", content: "x" },
    model: "m",
    finishReason: "stop",
  } as const);
  const stream = (async function* () {})();
  const call = {
    model: { name: "m", completionStream: () => ({ stream, final }) },
    params,
    activity: new ActivityStream(),
    scrubber: createScrubber([]),
    runId: "r",
  };
  expect((await callModel({ ...call, isText: true })).completion.message.content).toBe("x");
  expect((await callModel(call)).completion.error?.message).toContain("The messages were read.");
});
