/** Texts of another language: for each area all of its texts, under the same names. */
export type Translations = Readonly<Record<string, object>>;

interface Area {
  readonly texts: object;
  readonly english: object;
}

const areas = new Map<string, Area>();
let spoken: Translations = {};

/**
 * The texts of an area: as they stand here, or as the language has them that was chosen. They are read when they are
 * shown, so that it does not matter which is loaded first. A bundle leaves out areas that nothing in it shows.
 */
/* @__NO_SIDE_EFFECTS__ */
export function inLanguage<Texts extends object>(area: string, english: Texts): Texts {
  const texts = { ...english, ...spoken[area] };
  areas.set(area, { texts, english });
  return texts;
}

/** Puts all texts into another language, those of parts that are loaded later too; `{}` is English. */
export function speak(translations: Translations): void {
  spoken = translations;
  for (const [area, { texts, english }] of areas) Object.assign(texts, english, translations[area]);
}
