import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import {
  type ApprovalDecision,
  type Approver,
  defineTool,
  type Policy,
  runToolLoop,
  type Tool,
  ToolRegistry,
  ToolRunner,
} from "../src/index.ts";
import { KeptLog, WrittenModel, wait, watched } from "./support.ts";

const user = [{ role: "user", content: "go" }] as const;
const runnerOf = (...tools: Tool[]) => new ToolRunner({ registry: new ToolRegistry(tools), logger: new KeptLog() });

describe("the probes of contracts.md", () => {
  it("A: a tool that ignores a 50 ms deadline settles as timeout in under 100 ms", async () => {
    const deaf = defineTool({
      name: "deaf",
      description: "",
      input: { type: "object" },
      timeoutMs: 50,
      execute: () => wait(600).then(() => "late"),
    });
    const runner = runnerOf(deaf);
    await runner.exec({ name: "deaf", arguments: "{}" });
    // Timers fire in the order of their time, however busy the machine is; what follows the first takes some turns.
    const inTime = async () => {
      await wait(100);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    };
    const ended = runner.exec({ name: "deaf", arguments: "{}" });
    const settled = await Promise.race([ended, inTime()]);
    expect(settled).toMatchObject({ result: { error: { code: "timeout" } } });
  });

  it("B: of 40 reads in one step at most 8 run at once", async () => {
    let running = 0;
    let most = 0;
    const read = defineTool({
      name: "read",
      description: "",
      input: z.object({ n: z.number() }),
      effects: "read",
      async execute() {
        running += 1;
        most = Math.max(most, running);
        await wait(2);
        running -= 1;
        return "ok";
      },
    });
    const calls = Array.from({ length: 40 }, (_, n) => ({ name: "read", args: { n } }));
    const model = new WrittenModel([{ calls }]);
    const { messages, stopReason } = await runToolLoop({ model, tools: [read] }, user);
    expect({ most, stopReason }).toEqual({ most: 8, stopReason: "stop" });
    expect(messages.filter((message) => message.role === "tool" && message.content === "ok")).toHaveLength(40);
  });

  it("C: an output against its schema is invalid_output, and its value is nowhere", async () => {
    const { activity, events } = watched();
    const wrong = defineTool({
      name: "wrong",
      description: "",
      input: { type: "object" },
      output: z.object({ n: z.number() }),
      execute: () => JSON.parse('{"n":"MARKER-in-the-output"}'),
    });
    const runner = new ToolRunner({ registry: new ToolRegistry([wrong]), activity, logger: new KeptLog() });
    const settled = await runner.exec({ name: "wrong", arguments: "{}" });
    expect(settled.result.error?.code).toBe("invalid_output");
    expect(JSON.stringify([settled, events])).not.toContain("MARKER");
  });

  it("D: input against a plain JSON Schema is invalid_arguments, and nothing runs", async () => {
    const execute = vi.fn(() => "ran");
    const plain = defineTool({
      name: "plain",
      description: "",
      input: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
      execute,
    });
    const { result } = await runnerOf(plain).exec({ name: "plain", arguments: '{"n":"x"}' });
    expect(result.error?.code).toBe("invalid_arguments");
    expect(result.error?.issues).toEqual([{ path: "/n", message: "expected integer, got string" }]);
    expect(execute).not.toHaveBeenCalled();
  });

  it("E: of a 5 MB result at most 51,200 bytes reach the model, with a ref", async () => {
    const big = defineTool({ name: "big", description: "", input: { type: "object" }, execute: () => "x".repeat(5e6) });
    const { message, result } = await runnerOf(big).exec({ name: "big", arguments: "{}" });
    expect(Buffer.byteLength(String(message.content))).toBeLessThanOrEqual(51_200);
    expect(message.output_ref).toBe(result.ref?.id);
    expect(result.ref?.bytes).toBe(5e6);
    expect(message.content).toContain(result.ref?.id);
  });

  it.each(["read", "write", undefined] as const)(
    "F: an identical %s call for ever runs at most 4 times, then loop_guard",
    async (effects) => {
      const execute = vi.fn(() => "same");
      const same = defineTool({
        name: "same",
        description: "",
        input: z.object({}),
        execute,
        ...(effects && { effects }),
      });
      const model = new WrittenModel(() => ({ calls: [{ name: "same" }] }));
      const { stopReason } = await runToolLoop({ model, tools: [same] }, user);
      expect(stopReason).toBe("loop_guard");
      expect(execute.mock.calls.length).toBeLessThanOrEqual(4);
    },
  );

  it("G: the password of a thrown connection string is in no event, message, log or stdout", async () => {
    const { activity, events } = watched();
    const logger = new KeptLog();
    const write = vi.spyOn(process.stdout, "write");
    const leaks = defineTool({
      name: "leaks",
      description: "",
      input: { type: "object" },
      execute() {
        throw new Error("cannot reach postgres://admin:hunter2@db");
      },
    });
    const model = new WrittenModel([{ calls: [{ name: "leaks" }] }]);
    const result = await runToolLoop({ model, tools: [leaks], activity, logger }, user);
    const written = write.mock.calls.map(([chunk]) => String(chunk)).join("");
    write.mockRestore();
    const seen = JSON.stringify([events, result, model.requests, logger.lines]) + written;
    expect(seen).toContain("cannot reach postgres://");
    expect(seen).not.toContain("hunter2");
  });

  it("H: a number and a list sent as strings are repaired, and both repairs are listed", async () => {
    const { activity, events } = watched();
    const execute = vi.fn((input: unknown) => JSON.stringify(input));
    const typed = defineTool({
      name: "typed",
      description: "",
      input: z.object({ n: z.number(), list: z.array(z.number()) }),
      execute,
    });
    const runner = new ToolRunner({ registry: new ToolRegistry([typed]), activity });
    await runner.exec({ name: "typed", arguments: '{"n":"5","list":"[1,2]"}' });
    expect(execute.mock.calls[0]?.[0]).toEqual({ n: 5, list: [1, 2] });
    const start = events.find((event) => event.type === "tool_call_start");
    expect(start?.data).toMatchObject({ arguments: { n: 5, list: [1, 2] } });
    expect(start?.type === "tool_call_start" && start.data.repairs).toHaveLength(2);
  });

  it("I: truncated JSON is invalid_json: not run, not repaired, not quoted", async () => {
    const execute = vi.fn(() => "ran");
    const tool = defineTool({ name: "tool", description: "", input: z.object({ path: z.string() }), execute });
    const { result } = await runnerOf(tool).exec({ name: "tool", arguments: '{"path":"/etc/shad' });
    expect(result.error).toMatchObject({ code: "invalid_json", type: "validation_error" });
    expect(JSON.stringify(result)).toContain("Invalid tool arguments JSON");
    expect(JSON.stringify(result)).not.toContain("shad");
    expect(execute).not.toHaveBeenCalled();
  });

  it("J: an unknown tool is refused with the nearest name, and the run goes on", async () => {
    const known = defineTool({ name: "read_file", description: "", input: { type: "object" }, execute: () => "x" });
    const model = new WrittenModel([{ calls: [{ name: "readfile" }] }, { text: "went on" }]);
    const { content, messages } = await runToolLoop({ model, tools: [known] }, user);
    expect(content).toBe("went on");
    expect(messages.find((message) => message.role === "tool")?.content).toContain('Did you mean "read_file"?');
  });

  it("K: two calls with one id both run, and their ids differ", async () => {
    const execute = vi.fn(({ n }: { n: number }) => `ran ${n}`);
    const tool = defineTool({ name: "tool", description: "", input: z.object({ n: z.number() }), execute });
    const calls = [1, 2].map((n) => ({ id: "same", name: "tool", args: { n } }));
    const model = new WrittenModel([{ calls }]);
    const { messages } = await runToolLoop({ model, tools: [tool] }, user);
    const ids = messages.flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : []));
    expect(execute).toHaveBeenCalledTimes(2);
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toBe("same");
    expect(ids[1]).toMatch(/^[A-Za-z0-9]{9}$/);
  });

  it("M: after an abort a call settles within 50 ms", async () => {
    const deaf = defineTool({ name: "deaf", description: "", input: { type: "object" }, execute: () => wait(500) });
    const controller = new AbortController();
    const model = new WrittenModel([{ calls: [{ name: "deaf" }] }]);
    const final = runToolLoop({ model, tools: [deaf], signal: controller.signal }, user);
    await wait(30);
    controller.abort();
    const settled = await Promise.race([final, wait(50)]);
    expect(settled).toMatchObject({ stopReason: "aborted" });
    const { stopReason, messages } = await final;
    expect(stopReason).toBe("aborted");
    expect(messages.at(-1)).toMatchObject({ role: "tool", is_error: true });
  });

  it("N: BigInt, circular and nothing", async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const texts = await Promise.all(
      [{ n: 10n }, circular, undefined, [], null].map(async (value) => {
        const tool = defineTool({ name: "tool", description: "", input: { type: "object" }, execute: () => value });
        return (await runnerOf(tool).exec({ name: "tool", arguments: "" })).message.content;
      }),
    );
    expect(texts).toEqual([
      '{"n":"10"}',
      "Error executing tool: the tool ran; its result cannot be written as JSON: result.self is a circular reference. Do not repeat it to get the result.",
      "(no output)",
      "[]",
      "null",
    ]);
  });
});

describe("approvals cannot be forged or used twice", () => {
  const asking: Policy = { decide: () => ({ verdict: "ask" }) };
  const execute = vi.fn(() => "ran");
  const pay = defineTool({ name: "pay", description: "", input: z.object({ amount: z.number() }), execute });
  const payWith = async (approver: Approver, amounts: number[]) => {
    execute.mockClear();
    const { activity, events } = watched();
    const runner = new ToolRunner({ registry: new ToolRegistry([pay]), policy: asking, approver, activity });
    const settled = [];
    for (const amount of amounts) settled.push(await runner.exec({ name: "pay", arguments: { amount } }));
    const decisions = events.flatMap((event) => (event.type === "approval_decision" ? [event.data] : []));
    return { settled, decisions };
  };

  it("R1: a decision with other arguments and a wrong approvalId runs nothing", async () => {
    const forged: Approver = {
      approve: async () => ({ approvalId: "forged", approve: true, arguments: { amount: 1e6 } }),
    };
    const { settled, decisions } = await payWith(forged, [1]);
    expect(execute).not.toHaveBeenCalled();
    expect(settled[0]?.result.error?.code).toBe("approval_denied");
    expect(decisions).toMatchObject([{ ignored: "unknown" }]);
  });

  it("R2: the second use of a decision is ignored as used", async () => {
    let first: ApprovalDecision | undefined;
    const repeating: Approver = {
      async approve({ approvalId }) {
        first ??= { approvalId, approve: true };
        return first;
      },
    };
    const { settled, decisions } = await payWith(repeating, [1, 2]);
    expect(execute).toHaveBeenCalledTimes(1);
    expect(settled.map(({ result }) => result.error?.code)).toEqual([undefined, "approval_denied"]);
    expect(decisions).toMatchObject([{ approve: true }, { ignored: "used" }]);
  });
});
