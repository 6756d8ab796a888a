import { afterEach, describe, expect, it } from "vitest";
import { defineTool } from "../../faces/define-tool.ts";
import { ToolRegistry } from "../../faces/tool-registry.ts";
import { runToolLoop } from "../../loop/tool-loop.ts";
import { PendingApprovals } from "../../run/pending-approvals.ts";
import { ToolRunner } from "../../run/runner.ts";
import { scripted } from "../scripted/scripted.ts";
import { type FakeClock, type FakeClockOptions, fakeClock } from "./fake-clock.ts";

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const input = { type: "object" } as const;
const host = { setTimeout, Date, now: performance.now, hrtime: process.hrtime };

let inPlace: FakeClock | undefined;

function clockOf(options?: FakeClockOptions): FakeClock {
  inPlace = fakeClock(options);
  return inPlace;
}

afterEach(() => {
  inPlace?.restore();
  expect({ setTimeout, Date, now: performance.now, hrtime: process.hrtime }).toEqual(host);
  expect(Object.hasOwn(performance, "now")).toBe(false);
});

describe("fakeClock", () => {
  it("ends a call at its deadline, and not before", async () => {
    const clock = clockOf();
    const hangs = defineTool({ name: "hangs", description: "Hangs.", input, execute: () => new Promise(() => {}) });
    let result: unknown;
    const runner = new ToolRunner({ registry: new ToolRegistry([hangs]), logger });
    const call = runner.exec({ name: "hangs", arguments: {} }).then((settled) => {
      result = settled.result.error;
    });
    await clock.waiting();
    await clock.advance(59_999);
    expect(result).toBeUndefined();
    await clock.advance(1);
    await call;
    expect(result).toMatchObject({ code: "timeout" });
  });

  it("lets a question expire", async () => {
    const clock = clockOf();
    const pay = defineTool({ name: "pay", description: "Pays.", input, requiresConfirmation: true, execute: () => "" });
    const model = scripted([{ toolCalls: [{ name: "pay" }] }, { text: "No." }]);
    const config = { model, tools: [pay], approver: new PendingApprovals(), approvalTimeoutMs: 300_000, logger };
    const run = runToolLoop(config, [{ role: "user", content: "Pay." }]);
    await clock.waiting();
    await clock.advance(300_000);
    expect(JSON.stringify((await run).messages)).toContain("Nobody answered the request for approval in time.");
  });

  it("moves the waits and the clocks of a tool, and what a run is told of the time", async () => {
    const clock = clockOf({ start: new Date("2026-01-01T00:00:00Z") });
    const execute = async (_input: unknown, ctx: { now(): Date }) => {
      const [began, mono] = [new Date().toISOString(), performance.now()];
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      return { began, ended: ctx.now().toISOString(), took: performance.now() - mono };
    };
    const slow = defineTool({ name: "slow", description: "Waits.", input, execute });
    const runner = new ToolRunner({ registry: new ToolRegistry([slow]), now: clock.now });
    const call = runner.exec({ name: "slow", arguments: {} });
    await clock.waiting();
    await clock.advance(30_000);
    const { result, durationMs } = await call;
    const value = { began: "2026-01-01T00:00:00.000Z", ended: "2026-01-01T00:00:30.000Z", took: 30_000 };
    expect(result.output).toEqual({ type: "json", value });
    expect(durationMs).toBe(30_000);
  });

  it("runs what waits in its order, on the way, again where it repeats, and never what was taken back", async () => {
    const clock = clockOf();
    const ran: string[] = [];
    const note = (name: string) => ran.push(`${name} ${performance.now() - began}`);
    const began = performance.now();
    setTimeout(note, 3_000, "third");
    setTimeout(() => {
      note("first");
      clearTimeout(dropped);
      setTimeout(note, 500, "second");
    }, 1_000);
    const dropped = setTimeout(note, 2_000, "dropped");
    const ticking = setInterval(note, 1_600, "tick");
    await clock.advance(3_500);
    clearInterval(ticking);
    await clock.advance(10_000);
    expect(ran).toEqual(["first 1000", "second 1500", "tick 1600", "third 3000", "tick 3200"]);
  });

  it("lets short waits pass by themselves, and the time with them", async () => {
    clockOf();
    const began = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve));
    expect(Date.now() - began).toBe(20);
  });

  it("keeps dates what they are", () => {
    const before = new Date(0);
    const clock = clockOf({ start: new Date(5) });
    expect([before instanceof Date, new Date(0) instanceof Date, new Date("2026-01-01").getFullYear()]).toEqual([
      true,
      true,
      2026,
    ]);
    expect([Date.now(), new Date().getMilliseconds(), clock.now().getTime()]).toEqual([5, 5, 5]);
    const since = process.hrtime();
    expect([process.hrtime(since), typeof process.hrtime.bigint()]).toEqual([[0, 0], "bigint"]);
  });

  it("refuses a second one, and options that cannot be", async () => {
    const clock = clockOf();
    expect(() => fakeClock()).toThrow("Another fake clock is in place: call its restore() first");
    await expect(clock.advance(-1)).rejects.toThrow("The time of advance must be a whole number of milliseconds");
    expect(() => fakeClock({ start: new Date("never") })).toThrow("start must be a Date");
    expect(() => Reflect.apply(fakeClock, undefined, [{ begin: 1 }])).toThrow('no option "begin"');
  });
});
