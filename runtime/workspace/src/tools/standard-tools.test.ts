import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { standardTools } from "./standard-tools.ts";

describe("standardTools", () => {
  it("costs at most 1,500 tokens: names, descriptions and parameters of all tools together", () => {
    const tokens = standardTools({ agent: true }).map((tool) => countTokens(JSON.stringify(tool.definition)));
    expect(tokens.length).toBeGreaterThan(15);
    expect(tokens.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1_500);
  });

  it("may be used where an allowlist is required", () => {
    for (const tool of standardTools({ agent: true })) expect(tool.spec.allowlist, tool.name).toBeDefined();
  });

  it("reaches files and processes only through ports", () => {
    const names = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
    const sources = names.filter((name) => name.endsWith(".ts") && !/\.test(-data)?\.ts$/.test(name));
    expect(sources.length).toBeGreaterThan(20);
    for (const name of sources) {
      const text = readFileSync(join(import.meta.dirname, name), "utf8");
      expect(text, name).not.toMatch(/from "(?:node:(?:fs|fs\/promises|child_process)|[^"]*\.adapter\.ts)"/);
    }
  });
});
