import { describe, expect, it } from "vitest";
import { defineTool } from "../../faces/define-tool.ts";
import { ActivityStream } from "../../journal/activity-stream.ts";
import type { JournalEvent } from "../../journal/event.ts";
import { MemoryJournal } from "../../journal/memory-journal.ts";
import { runToolLoop } from "../../loop/tool-loop.ts";
import { scripted } from "../scripted/scripted.ts";
import type { CallSource } from "./calls-of.ts";
import { type ExpectCallsOptions, type ExpectedCall, expectCalls } from "./expect-calls.ts";

const input = { type: "object", properties: { path: { type: "string" }, text: { type: "string" } } } as const;
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const tools = ["read", "write"].map((name) =>
  defineTool({ name, description: "Works on a file.", input, execute: (args) => JSON.stringify(args) }),
);

async function run() {
  const toolCalls = [
    { name: "read", arguments: { path: "a" } },
    { name: "write", arguments: { path: "b", text: "old" } },
    { name: "bash", arguments: "{broken" },
  ];
  const journal = new MemoryJournal();
  const model = scripted([{ toolCalls }, { text: "Done." }]);
  const activity = new ActivityStream(journal);
  const result = await runToolLoop({ model, tools, activity, logger }, [{ role: "user", content: "Go." }]);
  const events: JournalEvent[] = [];
  for await (const event of journal.read()) events.push(event);
  return { result, events };
}

function saidOf(source: CallSource, expected: readonly (ExpectedCall | string)[], options?: ExpectCallsOptions) {
  try {
    expectCalls(source, expected, options);
    return "nothing";
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

const ALL = [
  { tool: "read", arguments: { path: "a" }, succeeds: true },
  { tool: "write", arguments: { path: "b", text: "old" }, succeeds: true },
  { tool: "bash", succeeds: false },
];

describe("expectCalls", () => {
  it("is content with the calls that were made, of a result, of messages and of events", async () => {
    const { result, events } = await run();
    for (const source of [result, result.messages, events]) expectCalls(source, ALL);
    expectCalls(result, ["read", "write", "bash"]);
    expectCalls(result, ["bash", "read"], { inOrder: false, only: false });
    expectCalls(result, ["read", "bash"], { only: false });
    expectCalls({ messages: [] }, []);
  });

  it("shows what differs, what is missing and what is too much", async () => {
    const { result } = await run();
    const expected = [
      "list",
      { tool: "read", arguments: { path: "a" } },
      { tool: "write", arguments: { path: "b", text: "new" } },
    ];
    expect(saidOf(result, expected)).toBe(
      [
        "UnexpectedCalls: The run did not make the calls that were expected (-); it made those with a +:",
        "  - list (any arguments)    was not made",
        '    read {"path":"a"}',
        '  - write {"path":"b","text":"new"}',
        '  + write {"path":"b","text":"old"}    differs at /text: expected "new", found "old"',
        "  + bash {}    was not expected",
      ].join("\n"),
    );
    expect(saidOf(result, expected, { only: false })).not.toContain("bash");
  });

  it.each([
    ["the order", ["write", "read", "bash"], "write (any arguments)    was not made"],
    ["a call that failed", ["read", "write", { tool: "bash", succeeds: true }], "failed, and was to succeed"],
    ["a call that succeeded", [{ tool: "read", succeeds: false }, "write", "bash"], "succeeded, and was to fail"],
    [
      "a function",
      [{ tool: "read", arguments: () => false }, "write", "bash"],
      "that the function of the test refuses",
    ],
    [
      "a matcher",
      [{ tool: "read", arguments: { path: expect.stringContaining("z") } }, "write", "bash"],
      "StringContaining",
    ],
    [
      "an argument too many",
      [{ tool: "read", arguments: {} }, "write", "bash"],
      'differs at /path: expected nothing, found "a"',
    ],
  ])("hears of %s", async (_what, expected, said) => {
    const { result } = await run();
    expect(saidOf(result, expected)).toContain(said);
  });

  it("takes matchers and functions that agree", async () => {
    const { result } = await run();
    expectCalls(result, [
      { tool: "read", arguments: { path: expect.any(String) } },
      { tool: "write", arguments: expect.objectContaining({ text: "old" }) },
      { tool: "bash", arguments: (args) => Object.keys(args).length === 0 },
    ]);
  });

  it("tells of each of two equal calls, whatever their order", () => {
    const call = (id: string) => ({ id, type: "function" as const, function: { name: "read", arguments: "{}" } });
    const messages = [{ role: "assistant" as const, content: "", tool_calls: [call("1"), call("2")] }];
    const same: ExpectedCall = { tool: "read" };
    expectCalls(messages, [same, same], { inOrder: false });
    expect(saidOf(messages, [same], { inOrder: false })).toContain("read {}    was not expected");
    expect(saidOf(messages, [{ tool: "read", succeeds: true }, same])).toContain("has no result");
  });

  it("refuses what can be no expectation", () => {
    const said = (...given: readonly unknown[]) => {
      try {
        return Reflect.apply(expectCalls, undefined, given);
      } catch (error) {
        return String(error);
      }
    };
    expect(said("x", [])).toContain("The first argument of expectCalls must be the result of a run");
    expect(said([], "read")).toContain("The calls of expectCalls must be an array");
    expect(said([], [{ name: "read" }])).toContain('no option "name"; here it is tool');
    expect(said([], [], { order: false })).toContain('no option "order"');
  });
});
