import { pageToken } from "../door/kept-token.ts";

/** Milliseconds after which the page begins even where the browser tells of no paint. */
const MOST_MS = 1_000;

// Before anything is waited for: whoever copies the address must not copy the token.
const token = pageToken();

// Scripts that are at hand run before the first paint and hold it up: on a phone for a second. So the paint is waited for.
if (!document.hidden) {
  await new Promise<unknown>((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    setTimeout(resolve, MOST_MS);
  });
}
const { drawPage } = await import("./main.tsx");
await drawPage(token);
