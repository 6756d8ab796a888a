import { describe, expect, it, vi } from "vitest";
import { port, run, silent } from "../../test/looping.ts";
import { deferred, toolOf } from "../../test/making.ts";
import { wait } from "../../test/support.ts";
import type { ChatDeltaEvent, Completion } from "../model/model-port.ts";

describe("a model that breaks its word", () => {
  const message = { role: "assistant", content: "x" } as const;
  const broken: [string, () => Completion][] = [
    [
      "throws at once",
      () => {
        throw new Error("no sk-abcdefghijklmnopqrstuvwxyz0123456789");
      },
    ],
    ["rejects", () => ({ stream: silent(), final: Promise.reject(new Error("no")) })],
    [
      "throws in its stream",
      () => ({
        stream: (async function* () {
          yield* [];
          throw new Error("no");
        })(),
        final: Promise.resolve({ message, model: "m", finishReason: "stop" }),
      }),
    ],
    ["gives nothing", () => JSON.parse("null")],
    ["ends with nothing", () => ({ stream: silent(), final: Promise.resolve(JSON.parse("null")) })],
    [
      "asks for nonsense",
      () => ({
        stream: silent(),
        final: Promise.resolve(JSON.parse('{"finishReason":"tool_calls","toolCalls":[null,{}],"message":{}}')),
      }),
    ],
    [
      "streams nonsense",
      () => ({
        stream: (async function* () {
          yield JSON.parse('{"type":"text_delta"}');
        })(),
        final: Promise.resolve({ message, model: "m", finishReason: "stop" }),
      }),
    ],
  ];

  it.each(broken)("and %s ends the run, which says so", async (_, completion) => {
    const result = await run([], { model: port(completion) });
    expect(["error", "stop"]).toContain(result.stopReason);
    expect(result.types.filter((type) => type === "done")).toHaveLength(1);
    expect(result.types.at(-1)).toBe("done");
    expect(JSON.stringify([result.events, result.error, result.logger.lines])).not.toContain("sk-abc");
  });

  it("cannot leak a secret through its error", async () => {
    const error = { code: "http", message: "invalid key sk-abcdefghijklmnopqrstuvwxyz0123456789 \ud800" } as const;
    const model = port(() => ({
      stream: silent(),
      final: Promise.resolve({ message, model: "m", finishReason: "error", error }),
    }));
    const { events, error: told } = await run([], { model });
    expect(JSON.stringify([events, told])).not.toMatch(/sk-abc|\\ud800/);
    expect(told?.code).toBe("http");
  });

  it("shows no half characters and no secrets while it streams", async () => {
    const call = { index: 0, id: "\ud800", function: { name: "\ud800look", arguments: '{"a":"\ud83d' } };
    const rest = { index: 0, function: { arguments: '\ude00"}' } };
    const model = port(() => ({
      stream: (async function* () {
        yield { type: "tool_call_delta", delta: call } as const;
        yield { type: "tool_call_delta", delta: rest } as const;
        yield { type: "text_delta", delta: "\ud83d" } as const;
        yield { type: "text_delta", delta: "\ude00" } as const;
      })(),
      final: Promise.resolve({ message, model: "m", finishReason: "stop" }),
    }));
    const { events } = await run([], { model });
    expect(JSON.stringify(events)).not.toMatch(/\\ud[89a-f]/i);
    const text = events.flatMap((event) => (event.type === "text_delta" ? [event.data.delta] : [])).join("");
    expect(text).toBe("\u{1f600}");
  });
});

describe("deltas", () => {
  it("far ahead of their completion execute nothing", async () => {
    const gate = deferred<void>();
    const execute = vi.fn(() => "ran");
    const toolCalls = [{ id: "a", type: "function", function: { name: "tool", arguments: '{"n":1}' } }] as const;
    let requests = 0;
    const model = port(() => {
      requests += 1;
      if (requests > 1)
        return {
          stream: silent(),
          final: Promise.resolve({ message: { role: "assistant", content: "end" }, model: "m", finishReason: "stop" }),
        };
      return {
        stream: (async function* () {
          yield {
            type: "tool_call_delta",
            delta: { index: 0, id: "a", function: { name: "tool", arguments: '{"n":1}' } },
          } as const;
        })(),
        final: gate.promise.then(
          () =>
            ({
              message: { role: "assistant", content: "" },
              model: "m",
              finishReason: "tool_calls",
              toolCalls,
            }) as const,
        ),
      };
    });
    const running = run([], { model, tools: [toolOf("tool", execute)] });
    await wait(20);
    expect(execute).not.toHaveBeenCalled();
    gate.resolve();
    const { types } = await running;
    expect(execute).toHaveBeenCalledTimes(1);
    expect(types.indexOf("tool_call_delta")).toBeLessThan(types.indexOf("assistant_message"));
  });
});

describe("the time to the first token of an answer", () => {
  const whole = { message: { role: "assistant", content: "x" }, model: "m", finishReason: "stop" } as const;
  type Delta = Parameters<typeof streamed>[0][number];
  async function* streamed(deltas: readonly ({ readonly afterMs: number } & ChatDeltaEvent)[]) {
    for (const { afterMs, ...delta } of deltas) {
      await wait(afterMs);
      yield delta;
    }
  }
  const firstOf = async (...deltas: Delta[]) => {
    const model = port(() => ({ stream: streamed(deltas), final: wait(60).then(() => whole) }));
    const { journal } = await run([], { model });
    return journal.events.flatMap(({ type, data }) => (type === "assistant_message" ? [data.firstTokenMs] : []));
  };
  const busy = { code: "http", message: "busy" } as const;

  it("is stored with it: neither a retry nor an empty piece is one", async () => {
    const [first] = await firstOf(
      { afterMs: 0, type: "retrying", delayMs: 20, error: busy },
      { afterMs: 0, type: "text_delta", delta: "" },
      { afterMs: 30, type: "reasoning_delta", delta: "Hm." },
      { afterMs: 20, type: "text_delta", delta: "x" },
    );
    expect(first).toBeGreaterThanOrEqual(29);
    const [later] = await firstOf({ afterMs: 40, type: "tool_call_delta", delta: { index: 0 } });
    expect(later).toBeGreaterThanOrEqual(39);
  });

  it("is left out of an answer that came whole", async () => {
    expect(await firstOf()).toEqual([undefined]);
  });
});
