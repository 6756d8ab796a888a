import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { GERMAN } from "../../src/words/german/german.ts";

const WORDS = join(import.meta.dirname, "../../src/words");
/** Shorter ones stand in others, such as "Send" in the name of a person. */
const SHORTEST = 7;

/** English texts of the page that are others in German. */
async function englishTexts(): Promise<ReadonlySet<string>> {
  const files = readdirSync(WORDS).filter((name) => name.endsWith(".ts"));
  const areas: unknown[] = [];
  for (const file of files) areas.push({ ...(await import(join(WORDS, file))) });
  const german = new Set(stringsIn(GERMAN));
  return new Set(areas.flatMap(stringsIn).filter((text) => text.length >= SHORTEST && !german.has(text)));
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** What a page shows and names in English, although it is in German. */
export async function englishOn(page: Page): Promise<readonly string[]> {
  const english = await englishTexts();
  const said = await page.evaluate(() => {
    const names = [...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap((element) =>
      ["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
    );
    return [...document.body.innerText.split("\n"), ...names].map((text) => text.trim());
  });
  return said.filter((text) => english.has(text));
}
