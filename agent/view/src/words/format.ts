import { inLanguage } from "./in-language.ts";

/** How numbers are written. */
export const formatTexts = inLanguage("format", {
  language: "en",
  /** As `toLocaleString` takes it. */
  locale: "en-US",
  decimal: ".",
  dollars: (amount: string) => `$${amount}`,
});
