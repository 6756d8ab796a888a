import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Sample, SampleTool } from "../../test/sample-tool.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { Effects } from "../tool/effects.ts";
import { ToolManager, type ToolManagerOptions } from "./tool-manager.ts";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

class Declared extends SampleTool {
  override readonly effects: Effects | undefined = undefined;
  constructor(name: string, effects?: Effects, work: Sample["work"] = () => ({ success: true, error: "" })) {
    super(new ActivityStream(), { name, work });
    if (effects !== undefined) this.effects = effects;
  }
}

function manage(tools: readonly Declared[], options: ToolManagerOptions = {}) {
  return new ToolManager(tools, new ActivityStream(), options);
}

const REDUNDANT = {
  success: false,
  error: "Redundant tool call detected: plain was already called with the same arguments in this turn",
  error_type: "validation_error",
  suggestion: "Avoid calling the same tool with identical arguments multiple times",
};

describe("an identical call in one turn", () => {
  it("is refused, whatever the order of its keys", async () => {
    const manager = manage([new Declared("plain")]);
    expect(await manager.executeTool("plain", { a: { x: 1, y: [2] }, b: 1 })).toMatchObject({ success: true });
    expect(await manager.executeTool("plain", { b: 1, a: { y: [2], x: 1 } })).toEqual(REDUNDANT);
    expect(await manager.executeTool("plain", { b: 1, a: { y: [2], x: 1 }, c: undefined })).toEqual(REDUNDANT);
    expect(await manager.executeTool("plain", { b: 2 })).toMatchObject({ success: true });
  });

  it("is refused also as a parallel twin, and runs once", async () => {
    let ran = 0;
    const slow = new Declared("plain", undefined, async () => {
      ran += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { success: true, error: "" };
    });
    const manager = manage([slow]);
    const results = await Promise.all([1, 2, 3].map(() => manager.executeTool("plain", { a: 1 })));
    expect(results.filter(({ success }) => success)).toHaveLength(1);
    expect(results.filter(({ success }) => !success)).toEqual([REDUNDANT, REDUNDANT]);
    expect(ran).toBe(1);
  });

  it.each([
    ["returned", () => ({ success: false, error: "no", error_type: "user_error" })],
    [
      "thrown",
      () => {
        throw new Error("no");
      },
    ],
  ])("may be made again after a %s failure, as often as it fails", async (_, fail) => {
    let left = 6;
    const manager = manage([
      new Declared("plain", undefined, () => (left-- > 0 ? fail() : { success: true, error: "" })),
    ]);
    for (let count = 0; count < 6; count++) {
      expect((await manager.executeTool("plain", {})).error).toContain("no");
    }
    expect(await manager.executeTool("plain", {})).toMatchObject({ success: true });
    expect(await manager.executeTool("plain", {})).toEqual(REDUNDANT);
  });

  it("may be made again after one that never ran", async () => {
    let asked = 0;
    const approver = {
      approve: async ({ approvalId }: { approvalId: string }) =>
        asked++ === 0
          ? ({ approvalId, approve: false, reason: "not yet" } as const)
          : ({ approvalId, approve: true } as const),
    };
    class Confirmed extends Declared {
      override readonly requiresConfirmation: boolean = true;
    }
    const manager = manage([new Confirmed("plain")], { approver });
    expect(await manager.executeTool("plain", {})).toMatchObject({ error: "not yet" });
    expect(await manager.executeTool("plain", {})).toMatchObject({ success: true });
  });

  it("is new in the next turn, and after the state was cleared", async () => {
    const manager = manage([new Declared("plain")]);
    for (const clear of [() => manager.clearCurrentTurn(), () => manager.clearState()]) {
      expect(await manager.executeTool("plain", {})).toMatchObject({ success: true });
      expect(await manager.executeTool("plain", {})).toEqual(REDUNDANT);
      clear();
    }
    expect(await manager.executeTool("plain", {})).toMatchObject({ success: true });
  });
});

describe("what is watched", () => {
  const tools = () => [new Declared("plain"), new Declared("read", "read"), new Declared("write", "write")];
  async function twice(name: string, options: ToolManagerOptions) {
    const manager = manage(tools(), options);
    await manager.executeTool(name, {});
    return (await manager.executeTool(name, {})).success ? "ran" : "refused";
  }

  it.each([
    ["all", ["refused", "refused", "ran"]],
    ["read-only", ["ran", "refused", "ran"]],
    ["off", ["ran", "ran", "ran"]],
  ] as const)("with %s: no effects declared, reads, writes", async (redundancy, expected) => {
    expect(await Promise.all(["plain", "read", "write"].map((name) => twice(name, { redundancy })))).toEqual(expected);
  });

  it("a read after a write is new", async () => {
    const manager = manage(tools());
    for (const name of ["read", "write", "read"]) {
      expect(await manager.executeTool(name, {})).toMatchObject({ success: true });
    }
  });
});
