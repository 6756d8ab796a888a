import { browserStorage } from "./browser-storage.ts";

/** The languages of the page, each by its own name. The script that runs before the first paint knows them too. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

/** Where the choice is kept; the script that runs before the first paint reads it by this name too. */
const KEY = "toolwright.language";

/** The language that was chosen; undefined for the first one of the browser that the page has. */
export function chosenLanguage(): Language | undefined {
  const kept = browserStorage("local")?.getItem(KEY);
  return kept === "en" || kept === "de" ? kept : undefined;
}

/** Keeps the choice for the next time that the page is loaded. */
export function chooseLanguage(language: Language | undefined): void {
  const storage = browserStorage("local");
  if (language === undefined) storage?.removeItem(KEY);
  else storage?.setItem(KEY, language);
}
