import { describe, expect, it } from "vitest";
import { shippedTools } from "../test/shipped-tools.ts";
import { readTool } from "./known-tool.ts";
import { splitRequest } from "./plan.ts";

const tools = shippedTools.map(readTool);

describe("splitRequest", () => {
  it.each([
    ["list src, then read a.txt, and finally tell me the time.", ["list src", "read a.txt", "tell me the time"]],
    ["1. list src 2. read a.txt", ["list src", "read a.txt"]],
    ["- list src\n- read a.txt", ["list src", "read a.txt"]],
    ["list src; read a.txt", ["list src", "read a.txt"]],
    ["Hello. Read a.txt and list src. Thanks!", ["Hello. Read a.txt", "list src. Thanks"]],
  ])("%s", (request, links) => {
    expect(splitRequest(request, tools)).toEqual(links);
  });

  it("does not part what is quoted, nor what makes no call by itself", () => {
    for (const request of [
      "write 'a; b then c' to x.txt",
      "run `a; b`",
      "read a.txt and b.txt",
      "search for 'x' and tell nobody",
    ])
      expect(splitRequest(request, tools)).toEqual([request]);
  });
});
