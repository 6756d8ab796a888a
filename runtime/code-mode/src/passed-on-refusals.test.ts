import { defineTool, type Policy, type Tool } from "@toolwright/core";
import { expect, it } from "vitest";
import { ran } from "./ran.test-data.ts";

const input = { type: "object" } as const;

function noting(name: string, noted: string[]): Tool {
  const execute = () => void noted.push(name);
  return defineTool({ name, description: `${name}.`, input, effects: "external", execute });
}

const denying = (code: "policy_denied" | "security_violation"): Policy => ({
  decide: ({ name }) =>
    name === "notify" ? { verdict: "deny", code, reason: "Nobody is notified." } : { verdict: "allow" },
});

it.each([
  ["policy_denied", "execution_failed"],
  ["security_violation", "security_violation"],
] as const)("has run where it passes on that a call inside it was refused (%s)", async (code, told) => {
  const noted: string[] = [];
  const order = defineTool({
    name: "order",
    description: "Pays, then notifies.",
    input,
    effects: "external",
    subTools: [noting("pay", noted), noting("notify", noted)],
    execute: async (_, context) => {
      await context.call("pay", {});
      return context.call("notify", {});
    },
  });
  const source = "const { error } = await attempt(tools.order({})); return [error.code, error.ran, error.message];";
  const { said, events } = await ran(source, [order], { policy: denying(code) });
  expect(noted).toEqual(["pay"]);
  expect(JSON.parse(said)).toEqual([told, "yes", "Nobody is notified."]);
  const ends = events.flatMap(({ type, data }) => (type === "tool_call_end" ? [data] : []));
  const texts = ends.map(({ toolName, result: { output } }) => [toolName, output.type === "text" ? output.text : ""]);
  expect(texts).toContainEqual(["notify", expect.stringContaining(`Error [${code}]: Nobody is notified.`)]);
  expect(texts).toContainEqual(["order", expect.stringContaining("Error executing tool: Nobody is notified.")]);
});
