import type { Translations } from "@toolwright/view/internal/words";

/** The texts of another language than English; undefined for English, and where they do not come. */
export async function loadTranslations(language: string): Promise<Translations | undefined> {
  if (language !== "de") return undefined;
  return import("./german/german.ts").then(
    ({ GERMAN }) => ({ ...GERMAN }),
    () => undefined,
  );
}
