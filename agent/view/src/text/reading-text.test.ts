import { expect, it } from "vitest";
import { readingText } from "./reading-text.ts";

it.each([
  [{ tokens: 1_024, totalTokens: 2_630, leftMs: 88_400 }, "Reading 1,024 of 2,630 tokens, about 90 s"],
  [{ tokens: 0, totalTokens: 2_630 }, "Reading 0 of 2,630 tokens"],
  [{ tokens: 2_630, totalTokens: 2_630, leftMs: 0 }, "Reading 2,630 of 2,630 tokens"],
  [{ tokens: 1, totalTokens: 2, leftMs: 3 }, "Reading 1 of 2 tokens, about 1 s"],
  [{ tokens: 1, totalTokens: 2, leftMs: 9_900 }, "Reading 1 of 2 tokens, about 10 s"],
  [{ tokens: 1, totalTokens: 2, leftMs: 225_000 }, "Reading 1 of 2 tokens, about 4 min"],
  [{ tokens: 1, totalTokens: 2, leftMs: 7_000_000 }, "Reading 1 of 2 tokens, about 2 h"],
])("tells of %j as %s", (progress, words) => {
  expect(readingText(progress)).toBe(words);
});
