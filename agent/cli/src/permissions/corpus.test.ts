import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool } from "@toolwright/core";
import { readPolicy } from "@toolwright/workspace";
import { describe, expect, it } from "vitest";
import { CommandPermissions } from "./command-permissions.ts";

const bash = defineTool({ name: "bash", description: "", input: { type: "object" }, execute: () => "" });

/** The lines of the judge's corpus: never run, asked about, or free. Here they are only judged. */
function corpusLines(want: "never" | "ask" | "free"): readonly string[] {
  const text = readFileSync(
    join(import.meta.dirname, "../../../../runtime/shell-judge/test/corpus/columns.jsonl"),
    "utf8",
  );
  return text
    .trim()
    .split("\n")
    .map((row): { readonly line: string; readonly want: string } => JSON.parse(row))
    .filter((row) => row.want === want)
    .map(({ line }) =>
      line
        .replaceAll("{WS}", "/work/shop")
        .replaceAll(/(?<!\$)\{HOME\}/g, "/home/u")
        .replaceAll("{J}", "/work"),
    );
}

function permissions(rules: object): CommandPermissions {
  const parsed = readPolicy(rules);
  if (!parsed.ok) throw new Error(parsed.message);
  return new CommandPermissions({
    engine: { root: "/work/shop", home: "/home/u" },
    policies: {
      managed: undefined,
      local: undefined,
      project: undefined,
      user: { policy: parsed.policy, file: "u", text: "" },
    },
    commandLine: undefined,
    trusted: true,
    local: "/nowhere/policy.json",
  });
}

const verdictsOf = async (engine: CommandPermissions, lines: readonly string[]) =>
  Promise.all(lines.map(async (command) => ({ command, ...(await engine.policy.decide(bash, { command })) })));

describe("the corpus of lines, as the command judges it", () => {
  it("denies what is never run, also where a rule allows every command", async () => {
    const lines = corpusLines("never").filter((line) => !line.includes("/ws") && !/\bws\b/.test(line));
    const judged = await verdictsOf(permissions({ allow: ["Bash"] }), lines);
    expect(judged.length).toBeGreaterThan(650);
    expect(judged.filter(({ verdict }) => verdict !== "deny")).toEqual([]);
  });

  it("asks or denies where a person may say yes", async () => {
    const judged = await verdictsOf(permissions({}), corpusLines("ask"));
    expect(judged.filter(({ verdict, command }) => verdict === "allow" && !ON_DISK.has(command))).toEqual([]);
  });

  it("allows what is free", async () => {
    const judged = await verdictsOf(permissions({}), corpusLines("free"));
    expect(judged.filter(({ verdict }) => verdict !== "allow")).toEqual([]);
  });
});

/** They ask for links and names that lie in the folder of the judge's own tests. */
const ON_DISK = new Set([
  "cat env-link",
  "rg --hidden KEY",
  "rg -uu KEY",
  "cat out/o.txt",
  "find . -type f -exec cat {} +",
  "ls -a | xargs cat",
  "git ls-files | xargs cat",
]);
