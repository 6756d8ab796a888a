import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createDefinitionProxy } from "@toolwright/core/prompt";
import { expect, it } from "vitest";
import { wishes } from "./document/proxy.ts";

const page = readFileSync(new URL("README.md", import.meta.url), "utf8");

it("prints what its page says", () => {
  const runner = new URL("../run.mjs", import.meta.url).pathname;
  const { stdout, stderr, status } = spawnSync(process.execPath, [runner, "000"], { encoding: "utf8" });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(stdout.trim()).toBe(page.match(/```text\n([\s\S]*?)\n```/)?.[1]);
});

it("the document's proxy sample runs as it stands", () => {
  const wished: string[] = [];
  const onRemind = (type: string, name: string) => void wished.push(`remind ${type}:${name}`);
  const onDisable = (type: string, name: string) => void wished.push(`disable ${type}:${name}`);
  wishes(createDefinitionProxy({ tag: "<myTool>", type: "defTool", name: "myTool", onRemind, onDisable }));
  expect(wished).toEqual(["remind defTool:myTool", "disable defTool:myTool"]);
});
