import { ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { doneTool } from "./done.tool.ts";

describe("done", () => {
  const runner = new ToolRunner({ registry: new ToolRegistry([doneTool()]) });

  it("ends the run with a message", async () => {
    const { result, message } = await runner.exec({ name: "done", arguments: { message: "All tests pass." } });
    expect(result).toMatchObject({ endsRun: true, isError: false, forUser: "All tests pass." });
    expect(message.content).toBe("All tests pass.");
  });

  it("ends nothing without a message", async () => {
    const { result } = await runner.exec({ name: "done", arguments: {} });
    expect(result).toMatchObject({ isError: true, error: { code: "invalid_arguments" } });
    expect(result.endsRun).toBeUndefined();
  });
});
