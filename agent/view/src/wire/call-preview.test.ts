import * as fc from "fast-check";
import { expect, it } from "vitest";
import { callPreviewIn, commandPieces, countsOf, unshownLines } from "./call-preview.ts";

it("is read as it was made, and counted whole", () => {
  const hunks = [{ oldStart: 1, newStart: 1, text: "-a\n+b" }];
  const file = { path: "a", change: "modified", added: 5_000, removed: 1, hunks, left: 3_000 };
  const shows = { files: [file, { ...file, path: "b", change: "moved", from: "c" }], host: "example.com" };
  const preview = callPreviewIn({ shows });
  expect(preview).toEqual(shows);
  expect([countsOf(preview ?? {}), unshownLines(preview ?? {})]).toEqual(["+10000 −2", 6_000]);
  expect(countsOf(callPreviewIn({ shows: { host: "a" } }) ?? {})).toBe("");
});

it("is read from anything without a failure", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (files, command, one) => {
      callPreviewIn(one);
      callPreviewIn({ shows: one });
      const preview = callPreviewIn({
        shows: { files: [files, { hunks: files }], command: { text: "x", marks: command } },
      });
      expect(preview?.command?.text).toBe("x");
    }),
  );
});

it("gives a command in pieces that are all of it, wherever its marks lie", () => {
  const command = {
    text: "cd a && rm -rf b",
    marks: [
      [8, 10],
      [11, 14],
      [15, 16],
    ] as const,
  };
  expect(
    commandPieces(command)
      .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
      .join(""),
  ).toBe("cd a && [rm] [-rf] [b]");
  const mark = fc.tuple(fc.integer({ min: -5, max: 40 }), fc.integer({ min: -5, max: 40 }));
  fc.assert(
    fc.property(fc.string(), fc.array(mark), (text, marks) => {
      expect(
        commandPieces({ text, marks })
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }),
  );
});
