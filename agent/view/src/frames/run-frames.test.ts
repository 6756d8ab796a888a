import { ActivityStream, type EventData, type EventType, type JournalEvent } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RunFold } from "../fold/run-fold.ts";
import type { Frame } from "./frame.ts";
import { RunFrames } from "./run-frames.ts";

/** Events as a real stream numbers them. */
class Numbered {
  readonly #activity = new ActivityStream();

  event<T extends EventType>(type: T, data: EventData[T], about: { readonly parentId?: string } = {}): JournalEvent {
    void this.#activity.emit(type, data, { runId: "r", ...about });
    const event = this.#activity.recent().at(-1);
    if (event === undefined) throw new Error("The stream keeps nothing.");
    return event;
  }
}

const call = (id: string, text: string) =>
  ({ id, type: "function", function: { name: "echo", arguments: text } }) as const;
const ok = (text: string) => ({ output: { type: "text", text }, silent: false, isError: false, async: false }) as const;
const usage = { inputTokens: 0, outputTokens: 0 };

function message(content: string, calls: readonly ReturnType<typeof call>[] = []): EventData["assistant_message"] {
  const asked = calls.length === 0 ? {} : { tool_calls: calls };
  return {
    message: { role: "assistant", content, ...asked },
    finishReason: calls.length === 0 ? "stop" : "tool_calls",
  };
}

const short = (frames: readonly Frame[]) =>
  frames.flatMap((frame) => {
    switch (frame.code) {
      case "call":
        return [`+call ${frame.toolCallId}`];
      case "arguments":
        return frame.delta === "" ? [] : [`${frame.toolCallId} ${frame.delta}`];
      case "result":
        return [`${frame.toolCallId} = ${JSON.stringify(frame.result)}`];
      case "text":
      case "reasoning":
        return [`${frame.code} ${frame.text}`];
      case "data":
        return [`+${frame.name}`];
      default:
        return [];
    }
  });

describe("RunFrames", () => {
  it("tell with a question and with an end how far the call gets", () => {
    const from = new Numbered();
    const reach = { files: "folder", network: false, undo: true } as const;
    const about = { toolCallId: "a", toolName: "echo" };
    const run = new RunFrames({ runId: "r", after: 0 });
    const frames = [
      from.event("step_start", { step: 0, activeTools: ["echo"] }),
      from.event("assistant_message", message("", [call("a", "{}")])),
      from.event("tool_call_start", { ...about, arguments: {} }),
      from.event("approval_request", { ...about, approvalId: "q", arguments: {}, reach }),
      from.event("tool_call_end", { ...about, success: true, result: ok("x"), durationMs: 1, reach }),
    ].flatMap((event) => run.add(event));
    const told = frames.flatMap((frame) => (frame.code === "data" ? [[frame.name, frame.data.reach]] : []));
    expect(told).toEqual([
      ["approval-request", reach],
      ["tool-end", reach],
    ]);
  });

  it("streams arguments from the first fragment on, in the part that gets the result", () => {
    const from = new Numbered();
    const run = new RunFrames({ runId: "r", after: 0, previews: true });
    const frames = [
      from.event("step_start", { step: 0, activeTools: ["echo"] }),
      from.event("tool_call_delta", { index: 0, id: "a", function: { name: "ec" } }),
      from.event("tool_call_delta", { index: 0, function: { name: "ho", arguments: '{"text":' } }),
      from.event("tool_call_delta", { index: 0, function: { arguments: '"x"' } }),
      from.event("assistant_message", message("", [call("a", '{"text":"x"}')])),
      from.event("tool_call_start", { toolCallId: "a", toolName: "echo", arguments: { text: "x" } }),
      from.event("tool_call_end", { toolCallId: "a", toolName: "echo", success: true, result: ok("x"), durationMs: 1 }),
    ].flatMap((event) => run.add(event));
    expect(short(frames)).toEqual(["+call a", 'a {"text":', 'a "x"', "a }", 'a = "x"', "+tool-end"]);
  });

  it("tells a reader that cannot take them back of no arguments before they are known to be JSON", () => {
    const from = new Numbered();
    const run = new RunFrames({ runId: "r", after: 0 });
    const add = (...events: readonly JournalEvent[]) => short(events.flatMap((event) => run.add(event)));
    const asked = message("", [call("a", "{}"), call("b", '{"text":"x"}')]);
    expect(
      add(
        from.event("step_start", { step: 0, activeTools: ["echo"] }),
        from.event("tool_call_delta", { index: 0, id: "a", function: { name: "echo", arguments: '{"raw' } }),
        from.event("tool_call_delta", { index: 1, id: "b", function: { name: "echo", arguments: '{"text":"x"}' } }),
        from.event("tool_call_delta", { index: 0, withdrawn: true }),
      ),
    ).toEqual(["+call a", "+call b"]);
    expect(add(from.event("assistant_message", asked))).toEqual(["a {}", 'b {"text":"x"}']);
  });

  it("keeps the order of calls of which one is given no arguments until it is whole", () => {
    const from = new Numbered();
    const run = new RunFrames({ runId: "r", after: 0, previews: true });
    const frames = [
      from.event("step_start", { step: 0, activeTools: ["echo"] }),
      from.event("tool_call_delta", { index: 0, id: "a", function: { name: "echo" } }),
      from.event("tool_call_delta", { index: 1, id: "b", function: { name: "echo", arguments: '{"text":' } }),
      from.event("tool_call_delta", { index: 1, function: { arguments: '"x"}' } }),
      from.event("assistant_message", message("", [call("a", "{}"), call("b", '{"text":"x"}')])),
    ].flatMap((event) => run.add(event));
    expect(short(frames)).toEqual(["+call a", "+call b", 'b {"text":', 'b "x"}', "a {}"]);
  });

  it("tells of warnings and of what comes back from the background, with the call that it is about", () => {
    const from = new Numbered();
    const run = new RunFrames({ runId: "r", after: 0 });
    const late = { ...ok("later"), forUser: "For you." };
    const about = { parentId: "a" };
    const frames = [
      from.event("warning", { code: "history_closed", message: "It was open." }),
      from.event("warning", { code: "call_retried", message: "Again." }, about),
      from.event("async_result", { toolCallId: "a", toolName: "wait", result: late, deliver: "both" }, about),
    ].flatMap((event) => run.add(event));
    expect(frames.filter(({ code }) => code === "data")).toEqual([
      { code: "data", name: "warning", data: { code: "history_closed", message: "It was open." } },
      { code: "data", name: "warning", data: { code: "call_retried", message: "Again." }, parentId: "a" },
      {
        code: "data",
        name: "async-result",
        data: {
          toolCallId: "a",
          toolName: "wait",
          deliver: "both",
          result: "later",
          isError: false,
          forUser: "For you.",
        },
        parentId: "a",
      },
    ]);
  });

  it("says with the end of a call what its result was besides, and with the last note what the run took", () => {
    const from = new Numbered();
    const run = new RunFrames({ runId: "r", after: 0 });
    const picture = { id: "i", mediaType: "image/png", bytes: 3 };
    const ref = { id: "o", bytes: 9, lines: 1, images: [picture] };
    const result = { ...ok("x"), async: true, forUser: "For you.", ref };
    const spent = { inputTokens: 1, outputTokens: 2, costUsd: 0.5 };
    const frames = [
      from.event("tool_call_end", { toolCallId: "a", toolName: "wait", success: true, result, durationMs: 1 }),
      from.event("done", { stopReason: "stop", iterations: 1, usage: spent, changed: false }),
    ].flatMap((event) => run.add(event));
    const parts = frames.filter(({ code }) => code === "data");
    expect(parts.at(-1)).toMatchObject({
      name: "tool-end",
      data: { toolCallId: "a", durationMs: 1, async: true, forUser: "For you.", ref },
    });
    const notes = frames.flatMap((frame) => (frame.code === "note" ? [frame.note] : []));
    expect(notes.at(-1)).toEqual({ seq: 2, stopReason: "stop", usage: spent, changed: false });
  });

  it("does not show a call early whose id is taken: it will get another", () => {
    const from = new Numbered();
    const run = new RunFrames({ runId: "r", after: 0, isTaken: (id) => id === "a" });
    const frames = [
      from.event("step_start", { step: 0, activeTools: [] }),
      from.event("tool_call_delta", { index: 0, id: "a", function: { name: "echo", arguments: "{}" } }),
      from.event("assistant_message", message("", [call("new123456", "{}")])),
      from.event("tool_call_start", { toolCallId: "new123456", toolName: "echo", arguments: {} }),
    ].flatMap((event) => run.add(event));
    expect(short(frames)).toEqual(["+call new123456", "new123456 {}"]);
  });

  it("ends a call that was begun and never became one", () => {
    const from = new Numbered();
    const run = new RunFrames({ runId: "r", after: 0, previews: true });
    const frames = [
      from.event("step_start", { step: 0, activeTools: [] }),
      from.event("tool_call_delta", { index: 0, id: "a", function: { name: "echo", arguments: '{"te' } }),
      from.event("assistant_message", message("cut")),
    ].flatMap((event) => run.add(event));
    expect(short(frames)).toEqual([
      "+call a",
      'a {"te',
      "text cut",
      'a = {"ok":false,"errorCode":"skipped","message":"The call was not completed."}',
      "+tool-dropped",
    ]);
  });

  it("never says of a call that has begun that it was skipped, and of a run that it cannot follow no end at all", () => {
    const from = new Numbered();
    const [heard, remembered, lost] = [0, 0, 0].map(() => new RunFrames({ runId: "r", after: 0 }));
    const events = [
      from.event("assistant_message", message("", [call("a", "{}"), call("b", "{}")])),
      from.event("tool_call_start", { toolCallId: "a", toolName: "echo", arguments: {} }),
    ];
    const end = from.event("done", { stopReason: "error", iterations: 1, usage });
    for (const event of events) remembered?.remember(event);
    for (const run of [heard, remembered]) {
      if (run === heard) for (const event of events) run?.add(event);
      const results = short(run?.add(end) ?? []).filter((line) => line.includes(" = "));
      expect(results).toEqual([expect.stringContaining("outcome_unknown"), expect.stringContaining("skipped")]);
    }
    for (const event of events) lost?.add(event);
    expect(lost?.breakOff()).toEqual([{ code: "error", text: expect.stringContaining("not known") }]);
  });

  it("shows a call inside a call under its parent", () => {
    const from = new Numbered();
    const run = new RunFrames({ runId: "r", after: 0 });
    const start = { toolCallId: "a/0", toolName: "echo", arguments: {} };
    const [opening] = run.add(from.event("tool_call_start", start, { parentId: "a" }));
    expect(opening).toMatchObject({ code: "call", toolCallId: "a/0", parentId: "a" });
  });

  it("shows each text once, whichever deltas were lost, and nothing after a gap but what is recorded", () => {
    const pieces = fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 8 });
    const lost = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(pieces, lost, fc.nat({ max: 2 }), (texts, isLost, finish) => {
        const from = new Numbered();
        const run = new RunFrames({ runId: "r", after: 0 });
        const content = texts.join("");
        const events = [
          from.event("step_start", { step: 0, activeTools: [] }),
          ...texts.map((delta) => from.event("text_delta", { delta })),
          from.event("assistant_message", message(content)),
          from.event("step_end", { step: 0 }),
          from.event("done", {
            stopReason: (["stop", "max_iterations", "denied"] as const)[finish] ?? "stop",
            iterations: 1,
            usage,
          }),
        ];
        const kept = events.filter(({ type }, place) => type !== "text_delta" || !isLost[place - 1]);
        const frames = kept.flatMap((event) => run.add(event));
        const shown = frames.flatMap((frame) => (frame.code === "text" ? [frame.text] : []));
        expect(shown.join("")).toBe(content);
        const finishes = frames.filter(({ code }) => code === "finish");
        expect(finishes).toHaveLength(1);
        expect(frames.at(-1)).toBe(finishes[0]);
        expect(JSON.stringify(finishes)).not.toContain("tool-calls");
      }),
    );
  });
});

it("tells how far the model has read until it answers", () => {
  const events = new Numbered();
  const progress = { tokens: 1_024, totalTokens: 2_630, leftMs: 88_000 };
  const frames = new RunFrames({ runId: "r", after: 0 });
  const fold = new RunFold({ runId: "r", createdAt: 0 });
  const shown = (event: JournalEvent) => {
    for (const frame of frames.add(event)) fold.add(frame, 0);
    return fold.message().reading;
  };
  expect(shown(events.event("model_reading", progress))).toEqual(progress);
  expect(shown(events.event("model_reading", { tokens: 0, totalTokens: 9 }))).toEqual({ tokens: 0, totalTokens: 9 });
  expect(shown(events.event("text_delta", { delta: "Hi" }))).toBeUndefined();
});

it("tells that a model is asked again until it answers: why in words of its own only where reasons are told", () => {
  const events = new Numbered();
  const retry = events.event("model_retrying", { delayMs: 2_000, code: "http", message: "busy: org-17" });
  const delta = events.event("text_delta", { delta: "Hi" });
  for (const [tellsReasons, reason] of [
    [true, "busy: org-17"],
    [false, "The model's server refused the request."],
  ] as const) {
    const frames = new RunFrames({ runId: "r", after: 0, tellsReasons });
    const fold = new RunFold({ runId: "r", createdAt: 0 });
    for (const frame of frames.add(retry)) fold.add(frame, 0);
    expect(fold.message().retrying).toEqual({ delayMs: 2_000, reason });
    for (const frame of frames.add(delta)) fold.add(frame, 0);
    expect(fold.message().retrying).toBeUndefined();
  }
});

it("tells what kind of failure a run ended in, with the status of the model's server", () => {
  const events = new Numbered();
  const error = { code: "http", message: "no: org-17", status: 401 } as const;
  const done = { stopReason: "error" as const, iterations: 1, usage: { inputTokens: 0, outputTokens: 0 }, error };
  const fold = new RunFold({ runId: "r", createdAt: 0 });
  for (const frame of new RunFrames({ runId: "r", after: 0 }).add(events.event("done", done))) fold.add(frame, 0);
  expect(fold.message().failure).toEqual({ code: "http", status: 401 });
  expect(JSON.stringify(fold.message())).not.toContain("org-17");
});
