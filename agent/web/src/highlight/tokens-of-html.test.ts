import fc from "fast-check";
import hljs from "highlight.js/lib/core";
import javascript from "highlight.js/lib/languages/javascript";
import { describe, expect, it } from "vitest";
import { loadGrammar } from "./grammars.ts";
import { endingOf, knownLanguage } from "./language-names.ts";
import { tokensOfHtml } from "./tokens-of-html.ts";

hljs.registerLanguage("javascript", javascript);
const tokens = (code: string) => tokensOfHtml(hljs.highlight(code, { language: "javascript" }).value);

describe("tokensOfHtml", () => {
  it("tells words, texts, numbers, names and notes apart, line by line", () => {
    const [first, second] = tokens('const a = "<b>" + 1;\n// note & more');
    expect(first).toContainEqual({ text: "const", kind: "word" });
    expect(first).toContainEqual({ text: '"<b>"', kind: "text" });
    expect(first).toContainEqual({ text: "1", kind: "number" });
    expect(second).toEqual([{ text: "// note & more", kind: "note" }]);
  });

  it("adds up to the code, whatever it is", () => {
    const sign = fc.constantFrom(
      "<",
      "&",
      "'",
      '"',
      "`",
      "${",
      "}",
      "\n",
      "/*",
      "*/",
      "a",
      " ",
      "&lt;",
      "</span>",
      "//",
    );
    fc.assert(
      fc.property(fc.array(sign), (signs) => {
        const code = signs.join("");
        expect(
          tokens(code)
            .map((line) => line.map(({ text }) => text).join(""))
            .join("\n"),
        ).toBe(code);
      }),
    );
  });
});

it("knows languages by the names that models and files give them, and nothing of others", () => {
  expect(["js", "TSX", "py", "json"].map(knownLanguage)).toEqual(["javascript", "typescript", "python", "json"]);
  expect(["constructor", "", "brainfuck", "__proto__"].map(knownLanguage)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it("has a grammar for each language that it knows by name", async () => {
  const names = ["bash", "tsx", "html", "toml", "makefile", "dockerfile", "yml"].map(
    (called) => knownLanguage(called) ?? "",
  );
  for (const name of names) expect(await loadGrammar(name), name).toBeTypeOf("function");
  expect(await loadGrammar("constructor")).toBeUndefined();
});

it("ends the name of a file as files of its language do, and as plain text where it is not known", () => {
  expect(["js", "TypeScript", "tsx", "python", "toml", "go", "", "../x", "constructor"].map(endingOf)).toEqual([
    "js",
    "ts",
    "tsx",
    "py",
    "toml",
    "go",
    "txt",
    "txt",
    "txt",
  ]);
});
