import { defineTool } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { allowedMeanwhile } from "./allowed-meanwhile.ts";

const tool = defineTool({ name: "note", description: "Note.", input: { type: "object" }, execute: () => "noted" });

/** Permissions that answer with these verdicts, one after the other. */
function saying(...verdicts: ("allow" | "ask" | Error)[]) {
  return {
    async explain() {
      const verdict = verdicts.shift();
      if (verdict === undefined || verdict instanceof Error) throw verdict ?? new Error("asked too often");
      return { verdict };
    },
  };
}

describe("allowedMeanwhile", () => {
  it.each([
    ["a rule was saved since", ["ask", "allow"], true],
    ["no rule was", ["ask", "ask"], false],
    ["the tool asks by itself, whatever the rules say", ["allow", "allow"], false],
    ["the rules cannot be read any more", ["ask", new Error("broken")], false],
  ] as const)("where %s: %s → %s", async (_, verdicts, isAllowed) => {
    expect(await allowedMeanwhile(saying(...verdicts), tool, {})()).toBe(isAllowed);
  });
});
