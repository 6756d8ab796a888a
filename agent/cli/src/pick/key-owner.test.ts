import { expect, it } from "vitest";
import { isKey, KEY_OWNERS, keyedModel, keyOwner } from "./key-owner.ts";

const REST = "0123456789abcdef0123456789abcdef";

it.each(KEY_OWNERS)("a key of $title names its usual model, and stands in no environment of the process", (owner) => {
  const { spec, environment } = keyedModel(REST, owner);
  expect(spec).toMatch(/^\w+:\S+$/);
  expect(environment[owner.variable]).toBe(REST);
  expect(Object.values(process.env)).not.toContain(REST);
});

it.each([
  ["sk-proj-", "OpenAI"],
  ["sk-ant-api03-", "Anthropic"],
  ["sk-or-v1-", "OpenRouter"],
  ["AIza", "Google Gemini"],
  ["gsk_", "Groq"],
  ["sk-", undefined],
  ["", undefined],
])("a key that begins with %j is of %s", (beginning, title) => {
  expect(keyOwner(beginning + REST)?.title).toBe(title);
});

it.each(["", "short", "two words that are long enough", `${REST}\u001b[2J`, "a".repeat(513), `ключ${REST}`])(
  "%j is no key",
  (text) => {
    expect(isKey(text)).toBe(false);
  },
);
