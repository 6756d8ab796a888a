import { ActivityStream, type Approver, ToolRegistry, ToolRunner } from "@toolwright/core";
import { ToolManager } from "@toolwright/core/class-tools";
import { describe, expect, it } from "vitest";
import { corpusLines, recordingWorkspace } from "../../../test/line-corpus.ts";
import { BashTool } from "../../class-views/tools.ts";
import { workspaceOverrides } from "../../workspace/workspace-overrides.ts";
import { bashTool } from "./bash.tool.ts";

/** One of so many lines goes through each door, so that `npm test` stays short; the judge's own tests have them all. */
const OF_LINES = process.env.LONG_PLAY === undefined ? 16 : 1;

const sampled = (lines: readonly string[]) => lines.filter((_, index) => index % OF_LINES === 0);

const YES: Approver = { approve: async ({ approvalId }) => ({ approvalId, approve: true }) };

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** Both doors to one tool, with somebody who says yes to everything. */
const DOORS = {
  "bashTool()": async () => {
    const { workspace, started } = await recordingWorkspace();
    const overrides = workspaceOverrides({ workspace, sandbox: "off" });
    const runner = new ToolRunner({
      registry: new ToolRegistry([bashTool()]),
      overrides,
      approver: YES,
      logger: SILENT,
    });
    const run = async (command: string) =>
      String((await runner.exec({ name: "bash", arguments: { command } })).message.content);
    return { workspace, started, run };
  },
  BashTool: async () => {
    const { workspace, started } = await recordingWorkspace();
    const stream = new ActivityStream();
    const tool = new BashTool(stream, { workspace, sandbox: "off" });
    const manager = new ToolManager([tool], stream, { approver: YES, workspace, redundancy: "off", logger: SILENT });
    const run = async (command: string) => String((await manager.executeTool("bash", { command })).error ?? "");
    return { workspace, started, run };
  },
};

describe.each(Object.entries(DOORS))(
  "the corpus of lines through %s, with a yes to everything and no shell behind it",
  (_, open) => {
    it("never starts what is never run", async () => {
      const { workspace, started, run } = await open();
      const lines = corpusLines("never", workspace);
      const passed: string[] = [];
      for (const line of sampled(lines))
        if (!(await run(line)).includes("is never run, whoever approves it")) passed.push(line);
      expect(lines.length).toBeGreaterThan(650);
      expect(passed).toEqual([]);
      expect(started).toEqual([]);
    });

    it("starts what a person may say yes to, and what is free, exactly as it is written", async () => {
      const { workspace, started, run } = await open();
      const all = [...corpusLines("ask", workspace), ...corpusLines("free", workspace)];
      const lines = sampled(all.filter((line) => line.length > 0 && !/^sleep /.test(line)));
      for (const line of lines) await run(line);
      expect(started).toEqual(lines);
    });
  },
);
