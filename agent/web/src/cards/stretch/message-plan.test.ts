import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messagePlan } from "./message-plan.ts";

const text = (said: string) => ({ type: "text", text: said });
const call = (toolName: string, more: object = {}) => ({ type: "tool-call", toolCallId: toolName, toolName, ...more });
const done = { result: "fine", isError: false };
const plan = (parts: readonly unknown[], pinned: readonly string[] = []) =>
  messagePlan(parts, { declared: (name) => (name === "weather" ? "read" : undefined), pinned: new Set(pinned) });
const places = (parts: readonly unknown[], pinned?: readonly string[]) =>
  plan(parts, pinned).map((segment) => segment.places);

describe("messagePlan", () => {
  it("folds finished calls that stand side by side, whatever is told between them", () => {
    const told = { type: "data", name: "tool-end", data: { toolCallId: "read" } };
    expect(places([text("I look."), call("read", done), told, call("grep", done), text("So.")])).toEqual([
      [0],
      [1, 3],
      [4],
    ]);
  });

  it("leaves what a person says meanwhile where it was said", () => {
    const said = { type: "data", name: "steered", data: { content: "Stop there." } };
    expect(places([call("read", done), said, call("ls", done)])).toEqual([[0], [1], [2]]);
  });

  it.each([
    ["runs", call("read")],
    ["failed", call("read", { result: "no", isError: true })],
    ["changes something", call("edit", done)],
    ["reaches out as far as is known", call("send_mail", done)],
    ["came to a bad end", call("bash", { result: "[exit 1 in 1s]", isError: false })],
    ["speaks for itself", call("done", done)],
    ["holds an image", call("read", { result: [{ type: "image", mediaType: "image/png", data: "AA" }] })],
  ])("lets stand alone what %s", (_, other) => {
    expect(places([call("ls", done), other, call("glob", done)])).toEqual([[0], [1], [2]]);
  });

  it("folds a tool that says of itself that it reads, and a command that ended well", () => {
    expect(places([call("weather", done), call("bash", { result: "[exit 0 in 1s]" })])).toEqual([[0, 1]]);
  });

  it("lets stand alone what its reader opened there", () => {
    expect(places([call("read", done), call("ls", done)], ["ls"])).toEqual([[0], [1]]);
  });

  it("leaves calls inside others to them", () => {
    const inner = call("read", { ...done, parentId: "agent" });
    expect(places([call("agent", done), inner, call("ls", done)])).toEqual([[0, 2]]);
  });

  it("keeps cards and words where more is told before them: what is done there stays", () => {
    const keys = (parts: readonly unknown[]) => plan(parts).map(({ key }) => key);
    expect(keys([call("write")])).toEqual(["write"]);
    expect(keys([text("I look."), call("write")])).toEqual([expect.any(String), "write"]);
    const told = { type: "data", name: "tool-running", data: { toolCallId: "bash" } };
    const [bash, so] = [call("bash"), text("So.")];
    expect(keys([bash, told, so, call("0")])).toEqual(keys([bash, so, call("0")]));
    expect(new Set(keys([bash, so, call("0"), call("1"), so])).size).toBe(5);
  });

  it("tells words on the way from the answer", () => {
    const asides = plan([text("I look."), call("read", done), text("It is so.")]).map(({ isAside }) => isAside);
    expect(asides).toEqual([true, false, false]);
  });

  it("shows each part once, in order, and folds none that is not finished", () => {
    const part = fc.oneof(
      fc.constant(text("a")),
      fc.record({
        type: fc.constant("tool-call"),
        toolCallId: fc.constantFrom("a", "b", "c", "d"),
        toolName: fc.constantFrom("read", "bash", "edit", "constructor", "agent"),
        result: fc.constantFrom(undefined, "x", "[exit 1]"),
        isError: fc.boolean(),
        parentId: fc.constantFrom(undefined, "a", "b"),
      }),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const shown = plan(parts).flatMap((segment) => segment.places);
        expect(shown).toEqual([...new Set(shown)].toSorted((a, b) => a - b));
        for (const segment of plan(parts).filter((one) => one.places.length > 1)) {
          for (const place of segment.places) expect(parts[place]).toMatchObject({ isError: false });
        }
      }),
    );
  });
});
