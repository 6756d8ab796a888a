import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { run } from "../../test/looping.ts";
import { runnerOf, toolOf } from "../../test/making.ts";
import { WrittenModel } from "../../test/support.ts";
import { fromFlat } from "../class-tools/flat-result.ts";
import { partTokens } from "../compact/message-tokens.ts";
import { partsOutput, secret } from "../index.ts";
import { present } from "../json/present.ts";
import { contentText } from "../model/content-text.ts";
import type { CompletionStreamParams, ModelPort } from "../model/model-port.ts";
import { readable } from "../model/readable.ts";
import { plainType } from "../model/taken.ts";
import { toolOutputCache } from "../output-tools/tool-output-cache.tool.ts";
import type { RunnerOptions } from "../run/runner-options.ts";
import { fileBytes } from "./file-part.ts";
import { KeptFileReader, keptText } from "./kept-file.ts";
import { createMemoryOutputCache } from "./memory-output-cache.ts";
import { outputText } from "./output-text.ts";
import type { Part } from "./part.ts";

const base64 = (bytes: number, fill = "%PDF-1.7 ") => Buffer.alloc(bytes, fill).toString("base64");
const PDF = base64(3_000);
const report = { type: "file", mediaType: "application/pdf", data: PDF, name: "report.pdf" } as const;
const sound = { type: "audio", mediaType: "audio/wav", data: base64(1_000, "RIFF"), name: "ring.wav" } as const;

function giving(value: unknown, options: Partial<RunnerOptions> = {}) {
  const outputCache = createMemoryOutputCache();
  const { runner } = runnerOf([toolOf("give", () => value), toolOutputCache(outputCache)], { outputCache, ...options });
  const read = async (ref_id = "") => (await runner.exec({ name: "tool_output_cache", arguments: { ref_id } })).message;
  return { give: () => runner.exec({ name: "give", arguments: {} }), read };
}

describe("a tool that returns a file", () => {
  it.each([
    ["in a list", [report]],
    ["alone", report],
    ["with `mimeType`", { type: "file", mimeType: "application/pdf", data: PDF, name: "report.pdf" }],
    ["as an output", partsOutput([report])],
  ])("gives it as a part, %s, and keeps it under a ref of its own", async (_, value) => {
    const { give, read } = giving(value);
    const { message, result } = await give();
    const [file] = result.ref?.files ?? [];
    expect(file).toMatchObject({ type: "file", mediaType: "application/pdf", name: "report.pdf", bytes: 3_000 });
    expect(message.content).toEqual([{ ...report, ref: file?.id }]);
    expect((await read(file?.id)).content).toEqual([{ ...report, ref: file?.id }]);
    expect((await read(result.ref?.id)).content).toContain('[file "report.pdf", application/pdf, 3000 bytes; ref=');
  });

  it("names one that was kept before", async () => {
    const kept = { type: "audio", mediaType: "audio/wav", ref: "k2", name: "ring.wav" };
    const { message, result } = await giving(kept).give();
    expect(message.content).toEqual([{ ...kept, bytes: 0 }]);
    expect(result.ref).toBeUndefined();
  });

  it("gives data that only look like a file as they are", async () => {
    const { message } = await giving({ type: "file", mediaType: "text/plain", data: "not base64!" }).give();
    expect(message.content).toBe('{"type":"file","mediaType":"text/plain","data":"not base64!"}');
  });

  it("leaves the bytes of a large one out, and keeps them", async () => {
    const large = { ...sound, data: base64(4_000_000) };
    const { give, read } = giving([large, sound]);
    const { message, result } = await give();
    const { data: _data, ...named } = large;
    const [first, second] = result.ref?.files ?? [];
    expect(message.content).toEqual([
      { ...named, bytes: 4_000_000, ref: first?.id },
      { ...sound, ref: second?.id },
    ]);
    expect((await read(first?.id)).content).toEqual([{ ...named, bytes: 4_000_000, ref: first?.id }]);
  });

  it("says where it is kept of one that is too large for any model", async () => {
    const { give, read } = giving({ ...sound, data: base64(9_000_000) });
    const { result } = await give();
    expect((await read(result.ref?.files?.[0]?.id)).content).toMatchObject([{ type: "audio", bytes: 9_000_000 }]);
    expect(outputText(result.output).length).toBeLessThan(200);
  });

  it("masks its name, and no byte of it", async () => {
    const word = "hunter2-and-more";
    const data = Buffer.from(word).toString("base64");
    const { message } = await giving([{ ...report, name: `${word}.pdf`, data }], {
      secrets: [secret("A", word), secret("B", data)],
    }).give();
    expect(message.content).toMatchObject([{ name: expect.not.stringContaining(word), data }]);
  });

  it("is a field of a class tool", async () => {
    const picture = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" };
    const flat = () => fromFlat({ success: true, error: "", picture, files: [report], pages: 2 });
    const { runner } = runnerOf([toolOf("draw", flat)]);
    const { message, result } = await runner.exec({ name: "draw", arguments: {} });
    const { data: _data, ...named } = report;
    const fields = {
      picture: { type: "image", mediaType: "image/png", bytes: 8 },
      files: [{ ...named, bytes: 3_000 }],
      pages: 2,
    };
    expect(result.output).toEqual({ type: "json", value: fields });
    expect(message.content).toMatchObject([
      { type: "text", text: JSON.stringify(fields) },
      { type: "image", data: "iVBORw0KGgo=" },
      { type: "file", data: PDF },
    ]);
  });
});

describe("what a model reads of a file", () => {
  const asked = async (takes?: readonly string[]) => {
    const calls = [{ calls: [{ name: "give" }] }, { text: "Seen." }];
    const written = new WrittenModel(calls);
    const completionStream = (params: CompletionStreamParams) => written.completionStream(params);
    const model: ModelPort = { name: "written", completionStream, ...present({ takes }) };
    const { events } = await run(calls, { model, tools: [toolOf("give", () => [report, sound])] });
    return { content: written.requests[1]?.messages.at(-1)?.content ?? "", events };
  };

  it("is the file, where it takes files of its kind", async () => {
    expect((await asked(["application/pdf"])).content).toMatchObject([
      report,
      {
        type: "text",
        text: expect.stringMatching(/^\[audio "ring.wav", audio\/wav, 1000 bytes, which .*; ref=\w+\]$/),
      },
    ]);
  });

  it("is one line, where it says nothing of files", async () => {
    const { content } = await asked();
    expect(JSON.stringify(content)).not.toContain(PDF.slice(0, 40));
    expect(contentText(content).split("\n")).toHaveLength(2);
  });
});

describe("readable", () => {
  const names = fc.string({ unit: "grapheme", maxLength: 300 });
  const data = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString("base64"));
  const file = fc.record({ type: fc.constantFrom("file", "audio"), mediaType: names, data, name: names, ref: names });

  it("says of any file in one short line what it is", () => {
    fc.assert(
      fc.property(file, (part) => {
        const [message] = readable([{ role: "user", content: [part as Part] }], []);
        const text = contentText(message?.content ?? "");
        expect(text).toMatch(/^\[[^\n\r[\]]*\]$/u);
        expect(text.length).toBeLessThan(450);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });

  it("leaves messages alone that it has nothing to say of", () => {
    const messages = [{ role: "user", content: [{ type: "text", text: "Hello." }] }] as const;
    expect(readable(messages)).toBe(messages);
    const image = [{ role: "user", content: [{ type: "image", mediaType: "image/png", data: "AA==" }] }] as const;
    expect(readable(image)).toBe(image);
    expect(contentText(readable(image, [])[0]?.content ?? "")).toContain("[image image/png, which this model cannot");
  });

  it("knows a type by its other names", () => {
    expect([plainType("Audio/X-WAV; codec=1"), plainType("audio/mp3")]).toEqual(["audio/wav", "audio/mpeg"]);
  });
});

describe("a kept file", () => {
  it("comes back byte for byte, whatever its name", () => {
    const names = fc.option(fc.string({ unit: "grapheme", maxLength: 60 }), { nil: undefined });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200_000 }), names, (bytes, name) => {
        const data = Buffer.from(bytes).toString("base64");
        const part = { type: "file", mediaType: "application/zip", data, ...(name !== undefined && { name }) } as const;
        const reader = new KeptFileReader();
        for (const line of keptText(part).split("\n")) expect(reader.add(line)).toBe(true);
        expect(reader.part("k2")).toEqual({ ...part, ref: "k2" });
        expect(fileBytes(part)).toBe(bytes.length);
      }),
      { numRuns: 40 },
    );
  });

  it("is no text that begins as one", () => {
    const reader = new KeptFileReader();
    expect(reader.add("data:application/pdf;base64")).toBe(false);
    expect(new KeptFileReader().add("data:a;kept=file;base64")).toBe(true);
    const other = new KeptFileReader();
    expect([other.add("data:a;kept=file;base64"), other.add("no base64 here")]).toEqual([true, false]);
  });
});

describe("the tokens of a file", () => {
  it("are never less than of the line, and never more than a bound", () => {
    fc.assert(
      fc.property(fc.constantFrom("file", "audio"), fc.nat(6_000_000), (type, size) => {
        const part = { type, mediaType: "audio/wav", data: "A".repeat(4 + size) } as const;
        const tokens = partTokens(part);
        expect(tokens).toBeLessThanOrEqual(type === "file" ? 200_000 : 50_000);
        expect(tokens).toBeGreaterThanOrEqual(50);
        expect(partTokens(part, [])).toBe(60);
      }),
      { numRuns: 30 },
    );
  });
});
