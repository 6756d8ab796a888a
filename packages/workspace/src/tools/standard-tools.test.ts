import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { standardTools } from "./standard-tools.ts";

describe("standardTools", () => {
  it("costs few tokens: definitions in characters, at four a token", () => {
    const characters = standardTools().reduce((sum, tool) => sum + JSON.stringify(tool.definition).length, 0);
    expect(characters / 4).toBeLessThan(1_600);
  });

  it("may be used where an allowlist is required", () => {
    for (const tool of standardTools()) expect(tool.spec.allowlist, tool.name).toBeDefined();
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
