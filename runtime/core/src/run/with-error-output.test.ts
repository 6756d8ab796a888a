import { expect, it } from "vitest";
import { KeptLog } from "../../test/support.ts";
import { defineTool } from "../faces/define-tool.ts";
import { ToolRegistry } from "../faces/tool-registry.ts";
import { secret } from "../secrets/secret.ts";
import type { DefineToolOptions } from "../tool/tool.ts";
import { ToolRunner } from "./runner.ts";

const SECRET = "sw0rdfish-in-the-vault";

async function outputOf(errorOutput: NonNullable<DefineToolOptions<unknown, unknown>["errorOutput"]>) {
  const tool = defineTool({
    name: "fails",
    description: "",
    input: { type: "object" },
    errorOutput,
    execute() {
      throw new Error("broken");
    },
  });
  const registry = new ToolRegistry([tool]);
  const runner = new ToolRunner({ registry, secrets: [secret("vault", SECRET)], logger: new KeptLog() });
  return (await runner.exec({ name: "fails", arguments: {} })).message.content;
}

it("masks secrets in what a tool says of its failure", async () => {
  expect(await outputOf(({ message }) => ({ error: message, leak: SECRET }))).toBe(
    '{"error":"broken","leak":"[secret:vault]"}',
  );
});

it("keeps the ordinary line when the function throws", async () => {
  const thrown = await outputOf(() => {
    throw new Error("no");
  });
  expect(thrown).toBe("Error executing tool: broken");
});
