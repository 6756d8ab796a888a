import { formatTexts } from "@toolwright/view/internal/words";

/** How dates and times are written: as the browser writes those of the language of the page. */
export function dateLocale(): string {
  const { languages = [] } = globalThis.navigator ?? {};
  return languages.find((locale) => locale.split("-", 1)[0] === formatTexts.language) ?? formatTexts.language;
}
