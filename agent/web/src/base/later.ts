import { type ComponentType, lazy } from "react";
import { thePage } from "./page-version.ts";

/** Milliseconds before a part is asked for once more: doubled each time, up to ten seconds. */
const [FIRST_MS, MOST_MS] = [250, 10_000];

/**
 * A part of the page that is loaded when it is shown, and asked for again for as long as it may come: without it the
 * page would be blank. Where the server has another page by now, it waits for the reload.
 */
export function later<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await untilLoaded(load) }));
}

async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let ms = FIRST_MS; ; ms = Math.min(2 * ms, MOST_MS)) {
    try {
      const part = await load();
      thePage.found();
      return part;
    } catch {
      if (thePage.state() === "newer") return new Promise(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
}
