import { describe, expect, it } from "vitest";
import { parseHooks } from "./hooks-file.ts";

const source = { file: "hooks.json", toolNames: ["write", "bash", "web_fetch", "ls"] };
const parse = (moment: string, tools: readonly string[]) =>
  parseHooks(JSON.stringify({ [moment]: [{ tools, command: "true" }] }), source);

describe("a hook that names tools", () => {
  it.each([
    ["wirte", "write"],
    ["Bash", "bash"],
    ["WebFetch", "web_fetch"],
    ["bsh", "bash"],
  ])("is refused where %s is a slip of the pen: it would guard nothing", (name, meant) => {
    const message = `hooks.json: a hook of beforeCall is for ${name}, and no tool is called so; write ${meant}.`;
    expect(() => parse("beforeCall", ["ls", name])).toThrow(message);
    expect(() => parse("afterCall", [name])).toThrow(`write ${meant}`);
  });

  it.each(["write", "w*", "deploy", "files__reade", "cd"])(
    "is taken with %s, which may be a tool elsewhere",
    (name) => {
      expect(parse("beforeCall", [name]).beforeCall).toHaveLength(1);
    },
  );
});
