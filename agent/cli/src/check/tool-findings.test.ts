import { toolToSchema } from "@toolwright/core";
import { folderTools } from "@toolwright/workspace";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { findingsOf } from "./tool-findings.ts";

it("nothing is found in the tools that ship", () => {
  const tools = folderTools().map((tool) => ({ tool, tokens: countTokens(JSON.stringify(toolToSchema(tool))) }));
  expect(tools).toHaveLength(17);
  expect(tools.flatMap(findingsOf)).toEqual([]);
});
