import { errorTexts } from "../words/errors.ts";

/** What a client is told of a run that failed: fixed words, since a provider may say anything. */
export function safeErrorText({ code }: { readonly code: string }): string {
  const [, text] = Object.entries(errorTexts).find(([known]) => known === code) ?? [];
  return text ?? errorTexts.internal;
}
