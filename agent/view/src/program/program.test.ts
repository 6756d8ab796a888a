import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aboutText } from "./about-text.ts";
import type { CallFacts } from "./call-facts.ts";
import { programOf } from "./program.ts";
import { programQuestion } from "./program-question.ts";
import { programRows } from "./program-rows.ts";
import { countsText, hasRunText, verdictText } from "./program-text.ts";
import { sourceAround } from "./source-around.ts";

const program: CallFacts = {
  toolCallId: "p",
  toolName: "run_code",
  args: { code: "one\ntwo\nthree\nfour" },
  replays: true,
  startedAt: 0,
};

function inside(id: string, about: Partial<CallFacts> = {}): CallFacts {
  return { toolCallId: `p/${id}`, toolName: "read", args: {}, parentId: "p", startedAt: 0, ...about };
}

const callsOf = (calls: readonly CallFacts[]) => programOf([program, ...calls], "p")?.calls ?? [];

describe("a call of a program", () => {
  it("is numbered as the program asked for it, whatever the order in which it is told of", () => {
    expect(callsOf([inside("2"), inside("0"), inside("1")]).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(callsOf([inside("x"), inside("y")]).map(({ number }) => number)).toEqual([1, 2]);
  });

  it("has the calls inside it, and none of them twice where they name each other", () => {
    const deep = inside("0/0", { parentId: "p/0", toolName: "deep" });
    expect(callsOf([inside("0"), deep])[0]?.calls.map(({ toolName }) => toolName)).toEqual(["deep"]);
    const round = [inside("0", { parentId: "p/1" }), inside("1", { parentId: "p/0" })];
    expect(callsOf(round)).toEqual([]);
    expect(programQuestion(round, "p/1")).toBe(undefined);
  });

  it.each([
    [{}, "running"],
    [{ approval: { askedAt: 1 } }, "asking"],
    [{ approval: { askedAt: 1, decision: { approve: true } } }, "queued"],
    [{ approval: { askedAt: 1, decision: { approve: true } }, runningAt: 1 }, "running"],
    [{ approval: { askedAt: 1, decision: { approve: false } } }, "refused"],
    [{ result: "x" }, "ok"],
    [{ result: { errorCode: "skipped" }, isError: true }, "stopped"],
    [{ result: { errorCode: "outcome_unknown" }, isError: true }, "unknown"],
    [{ result: {}, isError: true, code: "policy_denied" }, "refused"],
    [{ result: {}, isError: true, code: "timeout" }, "failed"],
  ] as const)("with %j is %s", (about, state) => {
    expect(callsOf([inside("0", about)])[0]?.state).toBe(state);
  });

  it.each([
    [{ command: "ls", other: 1 }, "ls"],
    [{ person: "ada\nlovelace" }, "ada lovelace"],
    [{ to: "ada", lines: [1, 2], more: { a: 1 }, left: "out" }, "to: ada, lines: […], more: {…}"],
    [{ bills: [1, 2] }, "bills: […]"],
    [{}, ""],
    ["text", ""],
  ])("about %j says: %s", (args, said) => {
    expect(aboutText(args)).toBe(said);
  });

  it("is about what a person has put in the place of its arguments", () => {
    const args = { to: "ada" };
    const decision = { approve: true, arguments: { to: "ben" } };
    expect(callsOf([inside("0", { args, approval: { decision } })])[0]?.about).toBe("ben");
    expect(callsOf([inside("0", { args, approval: { decision: { approve: true } } })])[0]?.about).toBe("ada");
  });

  it("behind the one that is asked about, and by its tool, is about to be asked about and does not run", () => {
    const asked = inside("1", { approval: { askedAt: 1 } });
    const ran = (...others: CallFacts[]) => programQuestion([program, inside("0"), asked, ...others], "p/1")?.ran;
    const before = { toolName: "read", state: "running", count: 1 };
    expect(ran(inside("2"), inside("3"))).toEqual([before]);
    const other = { toolName: "look", state: "running", count: 1 };
    expect(
      ran(
        inside("2", { toolName: "look" }),
        inside("3", { runningAt: 1, approval: { askedAt: 1, decision: { approve: true } } }),
      ),
    ).toEqual([{ ...before, count: 2 }, other]);
  });

  it("inside a call of the program is asked about at the line of that call", () => {
    const outer = inside("3", { line: 2 });
    const asked = inside("3/0", { parentId: "p/3", approval: { askedAt: 1 } });
    expect(programQuestion([program, outer, asked], "p/3/0")).toMatchObject({
      ...{ programId: "p", number: 4, line: 2, othersWait: 0 },
      around: [{ number: 1 }, { number: 2 }, { number: 3 }],
      ran: [{ toolName: "read", state: "running", count: 1 }],
    });
  });
});

describe("the lines of a tree", () => {
  it("are one for each call, and one for all of a tool that has more than 50", () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => inside(String(n + 1), { result: "" }));
    const first = inside("0", { toolName: "pay", result: "" });
    expect(programRows(callsOf([first, ...many(50)]))).toHaveLength(51);
    const rows = programRows(callsOf([first, ...many(50), inside("51", { result: {}, isError: true })]));
    expect(rows.map((row) => (row.kind === "call" ? row.call.toolName : `${row.toolName} ${countsText(row)}`))).toEqual(
      ["pay", "read 50 ok, 1 failed"],
    );
  });

  it("hold every call once, in the order of the first of each line", () => {
    const names = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 200 });
    fc.assert(
      fc.property(names, (tools) => {
        const calls = callsOf(tools.map((toolName, n) => inside(String(n), { toolName })));
        const rows = programRows(calls).map((row) => (row.kind === "call" ? [row.call] : row.calls));
        const numbers = rows.map((row) => row.map(({ number }) => number));
        expect(numbers.flat().toSorted((a, b) => a - b)).toEqual(calls.map(({ number }) => number));
        const firsts = numbers.map(([first = 0]) => first);
        expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
      }),
    );
  });
});

it.each([
  [1, [1, 2, 3]],
  [2, [1, 2, 3]],
  [4, [2, 3, 4]],
  [5, []],
  [0, []],
])("around line %i of four stand %j", (line, numbers) => {
  expect(sourceAround("one\r\ntwo\nthree\nfour", line).map(({ number }) => number)).toEqual(numbers);
});

it("says of many tools a few, and of a name nothing that would hide", () => {
  const ran = Array.from({ length: 10 }, (_, n) => ({ toolName: `t${n}\u202e`, state: "ok" as const, count: n + 1 }));
  expect(hasRunText({ ran })).toMatch(/^Ran so far: t0\\u\{202e\} ok, t1\\u\{202e\} ×2 ok, .*, 2 more$/);
  expect(hasRunText({ ran: [] })).toBe("Nothing of the program has run yet");
  expect(verdictText({ state: "failed", code: "invalid_arguments" })).toBe("failed: invalid arguments");
  expect(verdictText({ state: "failed", code: "execution_failed" })).toBe("failed");
});
