import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { generateTitleContract } from "../tools/generate-title.tool.ts";
import { GenerateTitle, GenerateTitleToolUI, type TitlePart, toolkit } from "./generate-title-tool-ui.ts";

const html = (part: TitlePart) => renderToStaticMarkup(createElement(GenerateTitle, part));

it("shows a call that is running, one that succeeded and one that failed", () => {
  expect(html({ args: { message: "hi" } })).toContain("Looking for a title");
  expect(html({ args: { message: "hi" }, result: { title: "Hi" } })).toBe("<h2>Hi</h2>");
  const failed: TitlePart = { args: {}, result: { message: "no" }, isError: true };
  expect(html(failed)).toBe('<p role="alert">No title: no</p>');
});

it("is registered under the tool's name, in the document's form and in the present one", () => {
  expect(GenerateTitleToolUI.unstable_tool.toolName).toBe(generateTitleContract.name);
  expect(Object.keys(toolkit)).toEqual([generateTitleContract.name]);
});

it("knows nothing of the tool but what it is given", () => {
  const source = readFileSync(new URL("generate-title-tool-ui.ts", import.meta.url), "utf8");
  const imported = [...source.matchAll(/from "([^"]+)"/g)].map(([, from]) => from);
  expect(imported.sort()).toEqual(["@assistant-ui/react", "react"]);
});
