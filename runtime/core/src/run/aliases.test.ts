import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runnerOf } from "../../test/making.ts";
import { defineTool } from "../faces/define-tool.ts";
import type { JsonObject } from "../json/json.ts";
import { askForWrites } from "./policy.ts";

const aliases = {
  file_path: ["path", "filePath"],
  limit: ["max", "head_limit"],
  "edits/*/old_str": ["old_string", "oldText"],
};

const input = z.object({
  file_path: z.string(),
  limit: z.number().int().min(1).optional(),
  edits: z.array(z.object({ old_str: z.string(), new_str: z.string().optional() })).optional(),
});

const change = defineTool({
  name: "change",
  description: "",
  input,
  aliases,
  emptyIsAbsent: ["limit"],
  effects: "write",
  execute: (given) => JSON.stringify(given),
});

async function call(args: JsonObject) {
  const { runner, events } = runnerOf([change]);
  const { result, message } = await runner.exec({ name: "change", arguments: args });
  const start = events.find((event) => event.type === "tool_call_start")?.data;
  return { code: result.error?.code, content: message.content, note: result.note, start };
}

describe("aliases", () => {
  it("are read as the key that is missing, in items of lists too, and each reader is told", async () => {
    const { content, note, start } = await call({ path: "a", max: 3, edits: [{ oldText: "x", new_str: "" }] });
    const read = { file_path: "a", limit: 3, edits: [{ old_str: "x", new_str: "" }] };
    const said = "read `path` as `file_path`, `max` as `limit`, `edits/0/oldText` as `old_str`";
    expect([content, note]).toEqual([`${JSON.stringify(read)}\n[${said}]`, said]);
    expect(start).toMatchObject({
      arguments: read,
      repairs: ["/path → file_path", "/max → limit", "/edits/0/oldText → old_str"],
    });
  });

  it("that hold nothing beside one that does are left out, and a text alone is its list", async () => {
    const { content } = await call({ file_path: "a", path: "", filePath: null });
    expect(content).toBe('{"file_path":"a"}\n[left out: `path` was empty, `filePath` was null]');
    expect((await call({ path: null, filePath: "a" })).content).toContain('{"file_path":"a"}\n');
    expect((await call({ file_path: ["a"], path: "a" })).content).toContain('{"file_path":"a"}\n');
    expect((await call({ file_path: "", path: "a" })).code).toBe("invalid_arguments");
  });

  it("are read in a list that was a text, too", async () => {
    const { content } = await call({ path: "a", edits: '[{"oldText":"x"}]' });
    expect(content).toMatch(/^\{"file_path":"a","edits":\[\{"old_str":"x"\}\]\}\n/);
    expect((await call({ path: "a", edits: '[{"oldText":"x","old_str":"y"}]' })).content).toContain(" differ, ");
    expect((await call({ path: "a", limit: "0" })).content).toMatch(/^\{"file_path":"a"\}\n/);
  });

  it("that say the same as the key are dropped, and that hold nothing are left out as the key would be", async () => {
    expect((await call({ file_path: "a", path: "a", filePath: "a" })).content).toMatch(/^\{"file_path":"a"\}\n/);
    expect((await call({ path: "a", filePath: "a" })).content).toMatch(/^\{"file_path":"a"\}\n/);
    expect((await call({ file_path: "a", limit: 2, max: 0 })).note).toBe("left out: `max` was 0");
    expect((await call({ file_path: "a", limit: 0, max: 2 })).content).toMatch(/^\{"file_path":"a","limit":2\}\n/);
  });

  it.each<[JsonObject, string]>([
    [{ file_path: "a", path: "b" }, '/path: "path" and "file_path" differ, and mean the same: give only "file_path"'],
    [{ path: "a", filePath: "b" }, '/filePath: "filePath" and "path" differ, and mean the same: give only "file_path"'],
    [
      { file_path: "a", edits: [{ old_str: "x", oldText: "y" }] },
      '/edits/0/oldText: "oldText" and "old_str" differ, and mean the same: give only "old_str"',
    ],
  ])("given twice with different values are refused: %j", async (args, said) => {
    const { code, content } = await call(args);
    expect([code, content]).toEqual(["invalid_arguments", expect.stringContaining(said)]);
  });

  it("are judged, asked for and approved as the keys that they stand for", async () => {
    const seen: unknown[] = [];
    const { runner } = runnerOf([change], {
      policy: {
        decide: (...judged) => {
          seen.push(judged[1]);
          return askForWrites.decide(...judged);
        },
      },
      approver: {
        approve: async (request) => {
          seen.push(request.arguments);
          return { approvalId: request.approvalId, approve: true };
        },
      },
    });
    await runner.exec({ name: "change", arguments: { path: "a" } });
    expect(seen).toEqual([{ file_path: "a" }, { file_path: "a" }]);
  });

  it("change nothing of a call that gives none, byte for byte", async () => {
    const plain = fc.record(
      {
        file_path: fc.string(),
        limit: fc.integer({ min: 1 }),
        edits: fc.array(fc.record({ old_str: fc.string(), new_str: fc.string() }, { requiredKeys: ["old_str"] })),
      },
      { requiredKeys: ["file_path"] },
    );
    await fc.assert(
      fc.asyncProperty(plain, async (args) => {
        const { start, note } = await call(args);
        expect(note).toBeUndefined();
        expect(JSON.stringify(start)).toContain(`"arguments":${JSON.stringify(args)}`);
      }),
      { numRuns: 50 },
    );
  });
});

describe("the option aliases", () => {
  const define = (given: Record<string, readonly string[]>) => () =>
    defineTool({ name: "change", description: "", input, aliases: given, execute: () => "" });

  it.each<[Record<string, readonly string[]>, string]>([
    [{ pth: ["p"] }, 'aliases names "pth", which is no key of its input; these are file_path, limit, edits.'],
    [
      { "edits/*/x": ["p"] },
      'aliases names "edits/*/x", which is no key of its input; these are edits/*/old_str, edits/*/new_str.',
    ],
    [{ "limit/*/x": ["p"] }, 'aliases names "limit/*/x", which is no key of its input; these are none.'],
    [{ file_path: ["limit"] }, 'the alias "limit" of file_path is a key of its input itself.'],
    [{ file_path: ["p"], limit: ["p"] }, '"p" is an alias of file_path and of limit.'],
  ])("is refused for %j", (given, said) => {
    expect(define(given)).toThrow(`Tool change: ${said}`);
  });

  it("may give the same name to a key of an item", () => {
    expect(define({ file_path: ["p"], "edits/*/old_str": ["p"] })).not.toThrow();
  });
});
