import { expect, it } from "vitest";
import { openProgram } from "./executor/cases/open-program.ts";
import { quickJs } from "./executor/quick-js.ts";
import { INSTRUCTIONS } from "./instructions.ts";

it("takes at most 450 tokens of every request", () => {
  expect(INSTRUCTIONS.length / 4).toBeLessThanOrEqual(450);
});

const SAID = `const rest = await tools.pay({}).catch((error) => ({ ...error, name: error.name, message: error.message, isOne: error instanceof ToolError }));
const good = await attempt(tools.list());
const bad = await attempt(tools.list());
show({ type: "image", ref: "r" });
console.log("said");
const absent = ["fetch", "setTimeout", "require", "process"].filter((name) => name in globalThis);
return { rest, good, bad: { ok: bad.ok, ran: bad.error.ran, keys: Object.keys(bad) }, absent, now: Date.now() };`;

it("names what a program has: calls, ToolError and its fields, attempt, show, the console, and a date that follows results", async () => {
  const error = { code: "policy_denied", message: "No.", suggestion: "Ask.", tool: "pay", ran: "no" };
  const session = await openProgram(quickJs({ threads: false }), { source: SAID });
  await session.start();
  await session.settle(0, { ok: false, json: JSON.stringify(error) }, 1_700_000_001_000);
  await session.settle(1, { ok: true, json: "[1]" }, 1_700_000_002_000);
  const turn = await session.settle(2, { ok: false, json: JSON.stringify(error) }, 1_700_000_003_000);
  await session.close();

  expect(turn.ended?.json && JSON.parse(turn.ended.json)).toEqual({
    rest: { ...error, name: "ToolError", isOne: true },
    good: { ok: true, value: [1] },
    bad: { ok: false, ran: "no", keys: ["ok", "error"] },
    absent: [],
    now: 1_700_000_003_000,
  });
  expect(turn).toMatchObject({ console: [{ text: "said" }], shown: ['{"type":"image","ref":"r"}'] });
  const named = /\{ code, message, suggestion\?, tool, ran: .* \}/;
  expect(INSTRUCTIONS).toMatch(named);
  for (const name of ["attempt(", "ToolError {", "show(", "{ ok: true, value }", "{ ok: false, error }"]) {
    expect(INSTRUCTIONS).toContain(name);
  }
});
