import { expect, it } from "vitest";
import { declareTools } from "../../../runtime/code-mode/src/declarations/declare-tools.ts";
import { INSTRUCTIONS } from "../../../runtime/code-mode/src/instructions.ts";
import { fiftyTools } from "./fifty-tools.ts";

const tokens = (text: string) => Math.ceil(text.length / 4);

it("declares fifty tools and says the rules in half of the tokens that their JSON takes in a request", () => {
  const tools = fiftyTools();
  const json = JSON.stringify(tools.map(({ definition }) => ({ type: "function", function: definition })));
  const { text, whole } = declareTools(tools, { budget: 3_000 });

  expect(tools).toHaveLength(50);
  expect(whole).toHaveLength(50);
  expect(tokens(json)).toBe(3_967);
  expect(tokens(`${INSTRUCTIONS}\n${text}`)).toBeLessThanOrEqual(2_000);
});
