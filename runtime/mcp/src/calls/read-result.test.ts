import { defineTool, type Json, ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { silent } from "../../test/support/hell.ts";
import { readResult } from "./read-result.ts";

const IMAGE = "iVBORw0KGgo=";
const image = { type: "image", data: IMAGE, mimeType: "image/png" };
const shown = { type: "image", mediaType: "image/png", data: IMAGE };
const text = (said: string) => ({ type: "text", text: said });

/** What a program and what a model reads of an answer of a server. */
async function read(answer: Json, hasOutputSchema = true) {
  const tool = defineTool({
    name: "look",
    description: "",
    input: { type: "object" },
    ...(hasOutputSchema && { output: { type: "object" } }),
    allowlist: "all",
    execute: () => readResult(answer, hasOutputSchema),
  });
  const runner = new ToolRunner({ registry: new ToolRegistry([tool]), logger: silent });
  const { result, message } = await runner.exec({ name: "look", arguments: {} });
  return { program: result.output, model: message.content };
}

describe("an answer with a structure of a declared form", () => {
  it.each<[of: string, content: Json, structure: Json, model: unknown]>([
    ["a text that says the same", [text('{"a": 1}')], { a: 1 }, '{"a":1}'],
    ["a file, which is read as it is", [text('line "1"\n')], { content: 'line "1"\n' }, 'line "1"\n'],
    ["two texts", [text("one"), text("two")], { a: 1 }, "one\ntwo"],
    ["an image that the structure holds", [image], { content: [{ ...image }] }, [shown]],
    ["an image beside it", [image], { width: 1 }, [shown, text('{"width":1}')]],
    ["an image and its text", [text("a dot"), image], { width: 1 }, [text("a dot"), shown]],
    [
      "an image and a text that says the same",
      [text('{"width":1}'), image],
      { width: 1 },
      [shown, text('{"width":1}')],
    ],
    ["nothing", [], { a: 1 }, '{"a":1}'],
  ])("gives programs the structure, and the model %s", async (_, content, structure, model) => {
    const answer = await read({ content, structuredContent: structure });
    expect(answer).toEqual({ program: { type: "json", value: structure }, model });
  });
});

it("an answer without a declared form gives both", async () => {
  const answer = await read({ content: [text("one")], structuredContent: { a: 1 } }, false);
  expect(answer.model).toBe('one\n{"a":1}');
});

it.each<[of: string, block: Json, part: unknown]>([
  [
    "a sound",
    { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
    { type: "audio", mediaType: "audio/wav", data: "UklGRg==" },
  ],
  [
    "a file in it",
    {
      type: "resource",
      resource: { uri: "file:///docs/a%20b.pdf?x=1", mimeType: "application/pdf", blob: "JVBE\nRi0=" },
    },
    { type: "file", mediaType: "application/pdf", data: "JVBERi0=", name: "a b.pdf" },
  ],
  [
    "bytes of which nothing is said",
    { type: "resource", resource: { uri: "x:/", blob: "AAAA" } },
    { type: "file", mediaType: "application/octet-stream", data: "AAAA" },
  ],
  [
    "bytes that are none",
    { type: "audio", data: "<b>", mimeType: "audio/wav" },
    text("[a file that is not in base64]"),
  ],
])("a model is given %s as what it is", async (_, block, part) => {
  const { model } = await read({ content: [text("here:"), block] }, false);
  const parts = typeof model === "string" ? model.split("\n").map(text) : model;
  expect(parts).toMatchObject([text("here:"), part]);
});
