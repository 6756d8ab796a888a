import { pageToken } from "../door/kept-token.ts";
import { loadTranslations } from "../words/load-translations.ts";

/** Milliseconds after which the page begins even where the browser tells of no paint. */
const MOST_MS = 1_000;

// Before anything is waited for: whoever copies the address must not copy the token.
const token = pageToken();

// Asked for while the scripts still come: the page is drawn with the answer.
const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
const info = fetch("/api/info", { headers }).catch(() => undefined);
const translations = loadTranslations(document.documentElement.lang);

// Scripts that are at hand run before the first paint and hold it up: on a phone for a second. So the paint is waited
// for.
if (!document.hidden) {
  await new Promise<unknown>((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    setTimeout(resolve, MOST_MS);
  });
}
const { drawPage } = await import("./main.tsx");
await drawPage({ token, info, translations });
