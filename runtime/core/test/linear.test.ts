import { describe, expect, it } from "vitest";
import { ActivityStream, createScrubber, MemoryJournal, runToolLoop, secret } from "../src/index.ts";
import { DeltaPublisher } from "../src/loop/delta-publisher.ts";
import { runnerOf, toolOf } from "./making.ts";
import { WrittenModel } from "./support.ts";

// Work is counted, not timed: a busy machine changes nothing. Four times the input may cost four times the work.
const GROWTH = 4;
const TOLERANCE = 1.1;

/** Text that keeps a scrubber busy: beginnings of secrets that come to nothing, and one that is a secret. */
const BUSY = "eyJust a w0rd, sk-ip, https://host/path, Authorizations; key=correct-horse-battery ";
const SECRETS = [secret("api_key", "correct-horse-battery-staple")];

/** Counts what the work looks at: the characters every regular expression gets to read. */
async function charactersRead(work: () => unknown): Promise<number> {
  const { exec } = RegExp.prototype;
  let characters = 0;
  // By hand and not with a spy, which would keep every text.
  RegExp.prototype.exec = function (text) {
    characters += text.length - (this.global || this.sticky ? this.lastIndex : 0);
    return exec.call(this, text);
  };
  try {
    await work();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return characters;
}

function expectLinear(small: number, large: number): void {
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThanOrEqual(small * GROWTH * TOLERANCE);
}

describe("a tool that streams its output", () => {
  const stream = async (chunks: number) => {
    const text = BUSY.repeat(Math.ceil((chunks * 20) / BUSY.length));
    const tool = toolOf(
      "chatter",
      (_, { emitOutput }) => {
        for (let index = 0; index < chunks; index += 1) emitOutput(text.slice(index * 20, index * 20 + 20));
        return "done";
      },
      { streamsOutput: true },
    );
    const { runner, events, journal } = runnerOf([tool], { secrets: SECRETS });
    const read = await charactersRead(() => runner.exec({ name: "chatter", arguments: {} }));
    const shown = events.flatMap((event) => (event.type === "tool_output_chunk" ? [event.data.chunk] : []));
    return { read, shown: shown.join("").length, pieces: shown.length, stored: journal.events.length };
  };

  it("costs four times as much for 10,000 chunks as for 2,500", async () => {
    const [small, large] = [await stream(2_500), await stream(10_000)];
    expect(large.shown).toBe(200_000);
    expectLinear(small.read, large.read);
    expectLinear(small.pieces + 1, large.pieces);
    expect(large.stored).toBe(small.stored);
  });
});

describe("arguments that arrive in pieces", () => {
  const publish = async (bytes: number) => {
    const activity = new ActivityStream(new MemoryJournal(), { replay: { events: 0 } });
    let shown = 0;
    let events = 0;
    activity.subscribe("tool_call_delta", ({ data }) => {
      events += 1;
      shown += data.function?.arguments?.length ?? 0;
    });
    const publisher = new DeltaPublisher({ activity, scrubber: createScrubber(SECRETS), runId: "run" });
    const text = BUSY.repeat(Math.ceil(bytes / BUSY.length)).slice(0, bytes);
    const read = await charactersRead(() => {
      for (let at = 0; at < bytes; at += 20) {
        const delta = { index: 0, function: { arguments: text.slice(at, at + 20) } };
        publisher.publish({ type: "tool_call_delta", delta });
      }
      publisher.end();
    });
    return { read, shown, events };
  };

  it("cost four times as much for 1 MiB as for 256 KiB, in deltas of 20 bytes", async () => {
    const [small, large] = [await publish(256 * 1024), await publish(1024 * 1024)];
    expect(large.shown).toBe(1024 * 1024);
    expectLinear(small.read, large.read);
    expectLinear(small.events, large.events);
  });
});

describe("a run of many steps", () => {
  const walk = async (steps: number) => {
    const journal = new MemoryJournal();
    const model = new WrittenModel((request) =>
      request < steps ? { calls: [{ name: "look", args: { at: request } }] } : { text: "end" },
    );
    const tools = [toolOf("look", () => ({ text: BUSY }), { effects: "read" })];
    const activity = new ActivityStream(journal);
    const read = await charactersRead(() =>
      runToolLoop({ model, tools, activity, secrets: SECRETS, maxIterations: steps + 1, trim: false }, []),
    );
    const messages = new Set(model.requests.flatMap((request) => request.messages));
    return { read, messages: messages.size, appends: journal.events.length, bytes: journal.bytes };
  };

  it("costs four times as much for 1,000 steps as for 250", async () => {
    const [small, large] = [await walk(250), await walk(1_000)];
    // An assistant message and its answer for each step: nothing is written or copied anew for a later request.
    expect(large.messages).toBe(2_000);
    expectLinear(small.read, large.read);
    expectLinear(small.appends, large.appends);
    expectLinear(small.bytes, large.bytes);
  });
});
