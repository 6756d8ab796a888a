import { PassThrough, Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLines } from "./read-lines.ts";

describe("readLines", () => {
  it("gives the same lines however the bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme", maxLength: 12 }).map((line) => line.replace(/[\r\n\ufeff]/g, " "))),
        fc.integer({ min: 1, max: 7 }),
        async (lines, size) => {
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
          const chunks: Buffer[] = [];
          for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
          expect(await all(Readable.from(chunks))).toEqual(lines);
        },
      ),
    );
  });

  it("breaks at newlines only, and gives a last line without one", async () => {
    const text = "a\u2028b\u0085c\rd\r\n\nlast";
    expect(await all(Readable.from([Buffer.from(text)]))).toEqual(["a\u2028b\u0085c\rd", "", "last"]);
  });

  it("ends when it is told to, without an error", async () => {
    const input = new PassThrough();
    const controller = new AbortController();
    const lines = all(input, controller.signal);
    input.write("one\ntw");
    await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    expect(await lines).toEqual(["one"]);
  });
});

async function all(input: Readable, signal?: AbortSignal): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(input, signal)) lines.push(line);
  return lines;
}
