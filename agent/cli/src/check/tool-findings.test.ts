import {
  createMemoryOutputCache,
  type Tool,
  toolOutputCache,
  toolOutputCacheGrep,
  toolToSchema,
} from "@toolwright/core";
import { createToolBridge, createToolSearch, ToolCatalog } from "@toolwright/core/tool-search";
import { folderTools, getCurrentTimeTool, standardTools } from "@toolwright/workspace";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { findingsOf } from "./tool-findings.ts";

const cache = createMemoryOutputCache();
const catalog = new ToolCatalog();
const shipped: Readonly<Record<string, readonly Tool[]>> = {
  "an agent over a folder": folderTools(),
  "a small model": folderTools({ toolsSet: "small" }),
  "the standard set": standardTools(),
  "the time": [getCurrentTimeTool()],
  "kept outputs": [toolOutputCache(cache), toolOutputCacheGrep(cache)],
  "a search of tools": [createToolSearch(catalog).tool],
  "a bridge of tools": createToolBridge(catalog).tools,
};

const checkedAs = (tools: readonly Tool[], strict?: "openai" | "anthropic") =>
  tools.map((tool) => ({ tool, strict, tokens: countTokens(JSON.stringify(toolToSchema(tool))) }));

it.each(Object.entries(shipped))("nothing is found in the tools that ship: %s", (_name, tools) => {
  expect(tools.length).toBeGreaterThan(0);
  expect(findingsOf(checkedAs(tools))).toEqual([]);
});

it.each(["openai", "anthropic"] as const)(
  "all of them can be strict for %s, but those whose arguments are open",
  (strict) => {
    const findings = Object.values(shipped).flatMap((tools) => findingsOf(checkedAs(tools, strict)));
    expect(new Set(findings.map(({ tool, code }) => `${tool} ${code}`))).toEqual(
      new Set(["write_todos strict", "call_tool strict"]),
    );
  },
);
