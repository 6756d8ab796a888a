import type { JsonObject } from "@toolwright/core";
import { defineTool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { permissions } from "../../test/permissions.ts";

const EVERYTHING = { allow: ["Bash", "Bash(git status)", "Read", "Edit"] };
const verdictOf = async (
  tool: string,
  args: JsonObject,
  rules: object = {},
  mode: "default" | "deny-asks" = "default",
) => (await permissions(rules, { platform: "win32", mode }).decide(tool, args)).verdict;

describe("on Windows", () => {
  const LINES = ["git status", "ls", "Get-ChildItem -Recurse", "dir /s", "type .\\a.txt", "echo $env:PATH", "cat a"];

  it.each(LINES)("asks about every line, whatever rules say, and saves nothing: %s", async (command) => {
    const here = permissions(EVERYTHING, { platform: "win32", sandboxed: true });
    const { verdict, remember, never } = await here.explain("bash", { command });
    expect([verdict, remember]).toEqual(["ask", []]);
    expect(never).toContain("On Windows");
    expect((await here.assess("bash", { command })).verdict.reach.files).not.toBe("file");
  });

  it.each(LINES)("refuses it where nobody can be asked: %s", async (command) => {
    expect(await verdictOf("bash", { command }, EVERYTHING, "deny-asks")).toBe("deny");
    const bash = defineTool({ name: "bash", description: "", input: { type: "object" }, execute: () => "ran" });
    const { policy } = permissions(EVERYTHING, { platform: "win32" });
    const { result } = await new ToolRunner({ registry: new ToolRegistry([bash]), policy }).exec({
      name: "bash",
      arguments: { command },
    });
    expect(result.error?.code).toBe("approval_denied");
  });

  it("keeps what is denied", async () => {
    expect(await verdictOf("bash", { command: "rm -rf /" }, EVERYTHING)).toBe("deny");
    expect(await verdictOf("read", { file_path: ".env" }, EVERYTHING)).toBe("deny");
    expect(await verdictOf("read", { file_path: "a\\.env" }, EVERYTHING)).not.toBe("allow");
  });

  it("compares names without regard to case", async () => {
    expect(await verdictOf("read", { file_path: "SECRETS/a" }, { deny: ["Read(secrets/**)"] })).toBe("deny");
  });

  it.each([
    "C:\\Users\\me\\.ssh\\id_rsa",
    "C:/Users/me/a",
    "C:a",
    "\\\\server\\share\\a",
    "//server/share/a",
    "/Users/me/a",
    "..\\a",
    "src\\..\\..\\a",
    "a.txt::$DATA",
    "a.txt:stream",
    "SECRET~1",
    "~/a",
    "a.txt.",
    "a.txt ",
    "con",
    "NUL.txt",
    "src/aux/a",
    "com1",
    "lpt¹",
  ])("asks about a path that means another file there: %j", async (path) => {
    expect(await verdictOf("read", { file_path: path }, EVERYTHING)).not.toBe("allow");
    expect(await verdictOf("write", { file_path: path, content: "" }, EVERYTHING)).not.toBe("allow");
    expect(await verdictOf("grep", { pattern: "x", path }, EVERYTHING)).not.toBe("allow");
  });

  it.each([
    ["read", { file_path: "src/a.ts" }],
    ["read", { file_path: "./a.ts" }],
    ["ls", {}],
    ["grep", { pattern: "C:\\\\x" }],
    ["glob", { pattern: "**/*.ts" }],
    ["write_todos", { todos: [] }],
  ])("lets a plain name below the workspace be read: %s %j", async (tool, args) => {
    expect(await verdictOf(tool, args)).toBe("allow");
  });

  it("asks where a glob names a place of its own", async () => {
    expect(await verdictOf("glob", { pattern: "C:\\Users\\**" }, EVERYTHING)).not.toBe("allow");
  });
});

describe("elsewhere", () => {
  it.each(["linux", "darwin", undefined])("nothing of that is asked: %s", async (platform) => {
    const here = permissions({}, platform === undefined ? {} : { platform });
    expect((await here.decide("bash", { command: "git status" })).verdict).toBe("allow");
    expect((await here.decide("read", { file_path: "a.txt:stream" })).verdict).toBe("allow");
  });
});
