import type { ThreadMessageLike } from "@assistant-ui/react";
import type { ScriptStep } from "@toolwright/models";
import { type Frame, RunFold, type ThreadPage } from "@toolwright/view";
import { type AssistantMessage, AssistantMessageAccumulator, DataStreamDecoder } from "assistant-stream";
import { describe, expect, it } from "vitest";
import type { Api } from "../server/api.ts";
import { allFrames, startServer } from "./real-runs.test-data.ts";
import { toMessage } from "./to-message.ts";

const steps: readonly ScriptStep[] = [
  {
    text: "I look at two things.",
    toolCalls: [
      { id: "a", name: "echo", arguments: { text: "one" } },
      { id: "b", name: "echo", arguments: { text: "fail" } },
    ],
  },
  { text: "And a third.", toolCalls: [{ id: "c", name: "echo", arguments: { text: "three" } }] },
  { text: "That was all." },
];

async function wholeRun() {
  const { api } = await startServer(steps);
  const answer = await api.stream("/api/chat", { body: { message: "Go." }, signal: new AbortController().signal });
  if (!answer.ok || answer.value === undefined) throw new Error("There is no run.");
  const threadId = answer.value.headers.get("x-toolwright-thread") ?? "";
  return { api, threadId, frames: await allFrames(answer.value) };
}

async function page(api: Api, threadId: string): Promise<ThreadPage> {
  const answer = await api.get<ThreadPage>(`/api/threads/${threadId}`);
  if (!answer.ok) throw new Error(answer.error);
  return answer.value;
}

const newDraft = () => new RunFold({ runId: "?", createdAt: 0 });

/** What does not depend on when it was seen; live output is not stored. */
function timeless({ content, status, metadata, id }: ThreadMessageLike) {
  const parts = typeof content === "string" ? [] : content;
  const kept = parts
    .filter((part) => part.type !== "data" || !["tool-output", "tool-running"].includes(part.name ?? ""))
    .map((part) => (part.type === "tool-call" ? { ...part, timing: undefined } : part));
  return JSON.parse(JSON.stringify({ id, content: kept, status, usage: metadata?.custom?.usage }));
}

/** The message of a client that heard so much before its connection broke. */
async function takenUp(api: Api, threadId: string, heard: readonly Frame[]): Promise<RunFold> {
  const draft = newDraft();
  for (const frame of heard) draft.add(frame, 0);
  draft.rewind();
  const after = draft.seq === 0 ? "" : `?after=${draft.seq}`;
  const rest = await api.stream(`/api/threads/${threadId}/stream${after}`, { signal: new AbortController().signal });
  if (!rest.ok) throw new Error(rest.error);
  const frames = rest.value === undefined ? [] : await allFrames(rest.value);
  for (const frame of frames) draft.add(frame, 0);
  return draft;
}

describe("a run while it arrives", () => {
  it("builds the message that a reload shows", async () => {
    const { api, threadId, frames } = await wholeRun();
    const draft = newDraft();
    for (const frame of frames) draft.add(frame, 0);
    const { messages } = await page(api, threadId);
    const stored = messages.map(toMessage);
    expect(stored.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(timeless(toMessage(draft.message()))).toEqual(timeless(stored[1] ?? { role: "assistant", content: [] }));
    expect(JSON.stringify(timeless(toMessage(draft.message())))).toContain("execution_failed");
  });

  it("builds what assistant-stream's own decoder builds, part by part", async () => {
    const { api, threadId, frames } = await wholeRun();
    const draft = newDraft();
    for (const frame of frames) draft.add(frame, 0);
    const { signal } = new AbortController();
    const again = await api.stream(`/api/threads/${threadId}/stream`, { signal });
    if (!again.ok || again.value?.body == null) throw new Error("There is no stream.");
    const decoded = again.value.body
      .pipeThrough(new DataStreamDecoder())
      .pipeThrough(new AssistantMessageAccumulator());
    let last: AssistantMessage | undefined;
    for await (const message of decoded) last = message;
    const told = last?.parts.flatMap((part): unknown[] =>
      part.type === "text"
        ? [part.text]
        : part.type === "tool-call"
          ? [[part.toolCallId, part.argsText, part.result]]
          : [],
    );
    const { content } = toMessage(draft.message());
    const own = (typeof content === "string" ? [] : content).flatMap((part): unknown[] =>
      part.type === "text"
        ? [part.text]
        : part.type === "tool-call"
          ? [[part.toolCallId, part.argsText, part.result]]
          : [],
    );
    expect(own).toEqual(told);
    expect(own).toHaveLength(6);
  });

  it("shows live output as a data part beside its call", async () => {
    const { frames } = await wholeRun();
    const draft = newDraft();
    for (const frame of frames) draft.add(frame, 0);
    expect(toMessage(draft.message()).content).toContainEqual({
      type: "data",
      name: "tool-output",
      data: { toolCallId: "a", chunk: "one …" },
    });
  });

  it("is the same wherever its stream was cut and taken up again", async () => {
    const { api, threadId, frames } = await wholeRun();
    const whole = newDraft();
    for (const frame of frames) whole.add(frame, 0);
    for (let cut = 0; cut < frames.length; cut += 1) {
      const draft = await takenUp(api, threadId, frames.slice(0, cut));
      // The number of the run's end was heard, and its last frame was not: what is stored tells the end.
      if (draft.seq === whole.seq && !draft.isOver) continue;
      expect(timeless(toMessage(draft.message())), `cut before frame ${cut}`).toEqual(
        timeless(toMessage(whole.message())),
      );
    }
    expect(timeless(toMessage((await takenUp(api, threadId, [])).message()))).toEqual(
      timeless(toMessage(whole.message())),
    );
  });

  it("keeps the parts that have not changed", async () => {
    const { frames } = await wholeRun();
    const draft = newDraft();
    const half = frames.findIndex(({ code }) => code === "result");
    for (const frame of frames.slice(0, half + 1)) draft.add(frame, 0);
    const [first] = toMessage(draft.message()).content;
    for (const frame of frames.slice(half + 1)) draft.add(frame, 0);
    expect(toMessage(draft.message()).content[0]).toBe(first);
  });
});
