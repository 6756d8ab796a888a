import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Approver } from "@toolwright/core";
import { ToolManager } from "@toolwright/core/class-tools";
import { describe, expect, it } from "vitest";
import { withoutTime } from "../../test/bash-bench.ts";
import { processEntry } from "../local/process-tree.ts";
import { ofType, scene, YES } from "./class-views.test-data.ts";
import { BashTool } from "./tools.ts";

async function managed(options: ConstructorParameters<typeof BashTool>[1] = {}) {
  const { root, workspace, stream, events } = await scene();
  const tool = new BashTool(stream, { workspace, sandbox: "off", ...options });
  return { root, events, tool, manager: new ToolManager([tool], stream, { approver: YES, workspace }) };
}

describe("BashTool", () => {
  it("has the parameters of the document, and wants confirmation", async () => {
    const { tool } = await managed();
    const { name, parameters } = tool.getFunctionDefinition().function;
    expect([name, tool.requiresConfirmation]).toEqual(["bash", true]);
    expect(Object.keys(Object(parameters.properties))).toEqual(["command", "description", "timeout", "working_dir"]);
  });

  it("is refused by a manager without a question where no yes lets it run", async () => {
    const { workspace, stream } = await scene();
    const asked: string[] = [];
    const approver: Approver = {
      async approve({ approvalId, arguments: { command } }) {
        asked.push(String(command));
        return { approvalId, approve: true };
      },
    };
    const asking = new ToolManager([new BashTool(stream, { workspace, sandbox: "off" })], stream, { approver });
    for (const command of ["rm -rf /", `rm -rf ${workspace.root}`, "echo fine"]) {
      const { success, error } = await asking.executeTool("bash", { command, working_dir: null });
      expect([success, String(error).includes("never run")]).toEqual(
        command.startsWith("rm") ? [false, true] : [true, false],
      );
    }
    expect(asked).toEqual(["echo fine"]);
  });

  it("keeps standard output and standard error apart, and has no footer", async () => {
    const { manager } = await managed();
    const result = await manager.executeTool("bash", { command: "echo out; echo err >&2; exit 3" });
    expect(result).toEqual({ success: true, error: "err\n", output: "out\n", return_code: 3 });
  });

  it("runs without a manager too, and then asks nobody", async () => {
    const { tool } = await managed();
    expect(await tool.execute({ command: "echo hello", description: "Say hello", timeout: 60 })).toEqual({
      success: true,
      error: "",
      output: "hello\n",
      return_code: 0,
    });
  });

  it("gives the model what the tool itself gives", async () => {
    const { manager, events } = await managed();
    await manager.executeTool("bash", { command: "echo out; sleep 0.05; echo err >&2; exit 3" });
    const [end] = ofType(events, "tool_call_end");
    const { output } = end?.data.result ?? {};
    expect(output?.type === "text" && withoutTime(output.text)).toBe("out\nerr\n[exit 3]");
  });

  it("shows its output while it runs, under the call's id", async () => {
    const { manager, events } = await managed();
    await manager.executeTool("bash", { command: "echo one; sleep 0.4; echo two" });
    const [start] = ofType(events, "tool_call_start");
    const chunks = ofType(events, "tool_output_chunk");
    expect(chunks.map(({ data, parentId }) => [data.chunk, parentId])).toEqual([
      ["one\n", start?.id],
      ["two\n", start?.id],
    ]);
    expect(events.map(({ type }) => type).filter((type) => !/^approval|running$/.test(type))).toEqual([
      "tool_call_start",
      "tool_output_chunk",
      "tool_output_chunk",
      "tool_call_end",
    ]);
  });

  it("ends a command when its time is up, and says what was printed until then", async () => {
    const { tool } = await managed();
    const result = await tool.execute({ command: "echo begun; echo $$; echo oh >&2; sleep 30", timeout: 2 });
    const pid = Number(String(result.output).split("\n")[1]);
    expect(result).toMatchObject({
      success: false,
      error: "timed out after 2s.",
      error_type: "system_error",
      stderr: "oh\n",
      return_code: null,
      timed_out: true,
    });
    expect(result.output).toMatch(/^begun\n/);
    expect(processEntry(pid)).toBeUndefined();
  });

  it("says of binary output that it is left out, in the place of an output that looks like none", async () => {
    const { tool } = await managed();
    expect(await tool.execute({ command: "echo one; printf 'a\\0b'" })).toEqual({
      success: true,
      error: "",
      output: "",
      return_code: 0,
      note: "binary output of 7 bytes is left out",
    });
  });

  it("has a default timeout, which is an option, and cuts more than the most", async () => {
    const { tool } = await managed({ defaultTimeout: 0.3, maxTimeout: 60 });
    expect(await tool.execute({ command: "sleep 30" })).toMatchObject({ success: false, timed_out: true });
    expect(await tool.execute({ command: "sleep 0.4; echo late", timeout: 60 })).toMatchObject({ output: "late\n" });
    expect(await tool.execute({ command: "true", timeout: 61 })).toEqual({
      success: true,
      error: "",
      output: "",
      return_code: 0,
      note: "timeout cut to 60s, the most",
    });
    expect(await tool.execute({ command: "true", timeout: 61, working_dir: "" })).toMatchObject({
      note: "left out: `working_dir` was empty; timeout cut to 60s, the most",
    });
  });

  it.each([{ timeout: -5 }, { timeout: "5 s" }, { command: "" }])(
    "refuses %j, with a manager and without",
    async (wrong) => {
      const { manager, tool, events } = await managed();
      const args = { command: "true", ...wrong };
      const refused = { success: false, error_type: "validation_error" };
      expect(await manager.executeTool("bash", args)).toMatchObject(refused);
      expect(await tool.execute(args)).toMatchObject(refused);
      expect(ofType(events, "approval_request")).toEqual([]);
    },
  );

  it("stops when it is aborted", async () => {
    const { manager, events } = await managed();
    const aborting = new AbortController();
    const running = manager.executeTool("bash", { command: "echo x; sleep 30" }, { signal: aborting.signal });
    await expect.poll(() => ofType(events, "tool_output_chunk")).toHaveLength(1);
    aborting.abort();
    expect(await running).toMatchObject({
      success: false,
      error_type: "system_error",
      output: "x\n",
      return_code: null,
    });
    expect(ofType(events, "tool_call_end").map(({ data }) => data.success)).toEqual([false]);
  });

  it("works in the given folder, or in the one of the call", async () => {
    const { root, manager } = await managed();
    await mkdir(join(root, "inner"));
    expect(await manager.executeTool("bash", { command: "pwd" })).toMatchObject({ output: `${root}\n` });
    const inner = await manager.executeTool("bash", { command: "pwd", working_dir: "inner" });
    expect(inner).toMatchObject({ output: `${root}/inner\n` });
    const missing = await manager.executeTool("bash", { command: "pwd", working_dir: "nowhere" });
    expect(missing).toMatchObject({ success: false, error_type: "user_error" });
  });

  it("never runs some commands", async () => {
    const { manager } = await managed();
    const result = await manager.executeTool("bash", { command: "rm  -rf   /" });
    expect(result).toMatchObject({ success: false, error_type: "security_error" });
    expect(result.error).toMatch(/^This command is never run, whoever approves it\. This would delete \/\./);
  });

  it("wants a command, and nothing that it does not know", async () => {
    const { tool, manager } = await managed();
    const missing = { success: false, error_type: "validation_error", suggestion: 'Example: bash(command="ls -la")' };
    expect(await tool.execute({})).toMatchObject({
      ...missing,
      error: "bash(): Missing required parameter 'command' for bash",
    });
    expect(await manager.executeTool("bash", {})).toMatchObject(missing);
    const background = { command: "true", background: true };
    expect(await tool.execute(background)).toMatchObject({ success: false, error_type: "validation_error" });
    expect(await manager.executeTool("bash", background)).toMatchObject({
      success: false,
      error_type: "validation_error",
    });
  });

  it("says in its preview how the command ended", async () => {
    const { tool } = await managed();
    const preview = async (command: string, lines?: number) =>
      tool.getResultPreview(await tool.execute({ command }), lines);
    expect(await preview("seq 4")).toEqual(["✓ Exit code: 0", "1", "2", "..."]);
    expect(await preview("echo oh >&2; false")).toEqual(["✗ Exit code: 1", "oh"]);
    expect(await preview("kill -9 $$")).toEqual(["✗ Ended by SIGKILL"]);
    expect(await preview("true")).toEqual(["✓ Exit code: 0"]);
    expect(await preview("seq 4", 0)).toEqual([]);
    expect(await preview("rm -rf /")).toEqual([expect.stringMatching(/^Error: bash\(/), expect.any(String)]);
  });
});
