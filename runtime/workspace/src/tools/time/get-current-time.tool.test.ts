import { ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { getCurrentTimeTool } from "./get-current-time.tool.ts";

const clock = { now: () => new Date("2026-07-09T22:05:06.789Z"), timeZone: () => "Europe/Berlin" };
const registry = new ToolRegistry([getCurrentTimeTool()]);
const runner = new ToolRunner({ registry, overrides: workspaceOverrides({ clock }), redaction: "required" });
const ask = (args: Record<string, string>) => runner.exec({ name: "get_current_time", arguments: args });

describe("get_current_time", () => {
  it.each([
    [{}, "2026-07-10T00:05:06+02:00", "Europe/Berlin"],
    [{ timezone: "" }, "2026-07-10T00:05:06+02:00", "Europe/Berlin"],
    [{ timezone: "UTC" }, "2026-07-09T22:05:06+00:00", "UTC"],
    [{ timezone: "Asia/Kathmandu" }, "2026-07-10T03:50:06+05:45", "Asia/Kathmandu"],
    [{ timezone: "America/St_Johns" }, "2026-07-09T19:35:06-02:30", "America/St_Johns"],
  ])("answers %j", async (args, now, timezone) => {
    const { result } = await ask(args);
    expect(result.output).toEqual({ type: "json", value: { now, timezone } });
    expect(new Date(now).toISOString()).toBe("2026-07-09T22:05:06.000Z");
  });

  it("writes midnight as 00", async () => {
    const midnight = { now: () => new Date("2026-01-01T00:00:00Z"), timeZone: () => "UTC" };
    const own = new ToolRunner({ registry, overrides: workspaceOverrides({ clock: midnight }) });
    const { message } = await own.exec({ name: "get_current_time", arguments: "" });
    expect(message.content).toBe('{"now":"2026-01-01T00:00:00+00:00","timezone":"UTC"}');
  });

  it("refuses a zone that does not exist", async () => {
    const { result } = await ask({ timezone: "Europe/Atlantis" });
    expect(result).toMatchObject({ isError: true, error: { code: "user_error" } });
  });

  it("uses this machine's clock when none is given", async () => {
    const { result } = await new ToolRunner({ registry }).exec({ name: "get_current_time", arguments: {} });
    const { output } = result;
    const now = output.type === "json" && JSON.stringify(output.value).match(/"now":"([^"]+)"/)?.[1];
    expect(Math.abs(Date.parse(String(now)) - Date.now())).toBeLessThan(10_000);
  });
});
