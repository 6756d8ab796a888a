import { describe, expect, it } from "vitest";
import { z } from "zod";
import { KeptLog, WrittenModel } from "../../test/support.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import { ActivityStream, BaseTool, ToolManager } from "./index.ts";

const Input = z.object({ n: z.number().int(), unit: z.enum(["cm", "m"]).default("cm") });

class Measure extends BaseTool<z.output<typeof Input>> {
  readonly name = "measure";
  readonly description = "Measure.";
  readonly requiresConfirmation = false;
  override readonly input = Input;
  override readonly concurrent = true;
  protected async executeImpl(args: z.output<typeof Input>) {
    this.captureParams(args);
    return this.formatSuccessResponse({ length: `${args.n.toFixed(1)} ${args.unit}` });
  }
}

const stream = new ActivityStream();
const measure = () => new Measure(stream, { logger: new KeptLog() });

describe("a class tool with a schema", () => {
  it("is told to models as the schema says it, and runs beside others", () => {
    const tool = measure();
    const { parameters } = tool.getFunctionDefinition().function;
    expect(parameters).toMatchObject({ properties: { n: { type: "integer" } }, required: ["n"] });
    expect(tool.asTool().definition.parameters).toEqual(parameters);
    expect(tool.asTool().spec.concurrent).toBe(true);
  });

  it("gets what the schema makes of the arguments, in a loop, by a manager and by itself", async () => {
    const length = "5.0 cm";
    expect(await measure().execute({ n: 5 })).toEqual({ success: true, error: "", length });
    const manager = new ToolManager([measure()], stream, { logger: new KeptLog() });
    expect(await manager.executeTool("measure", { n: 5 })).toEqual({ success: true, error: "", length });
    const model = new WrittenModel([{ calls: [{ name: "measure", args: { n: 5 } }] }]);
    const { messages } = await runToolLoop({ model, tools: [measure()] }, [{ role: "user", content: "go" }]);
    expect(messages[2]?.content).toBe(JSON.stringify({ length }));
  });

  it("does not run with arguments that do not fit, whoever calls it", async () => {
    for (const args of [{}, { n: "five" }, { n: 5, unit: "ell" }]) {
      const flat = await measure().execute(args);
      expect(flat).toMatchObject({ success: false, error_type: "validation_error" });
      const manager = new ToolManager([measure()], stream, { logger: new KeptLog() });
      expect(await manager.executeTool("measure", args)).toMatchObject({ error_type: "validation_error" });
    }
  });

  it("gives a flat result back that is one already", async () => {
    const tool = measure();
    const flat = await tool.execute({ n: 5 });
    expect(tool.flatOf(flat)).toBe(flat);
  });
});
