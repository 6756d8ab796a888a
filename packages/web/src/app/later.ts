import { type ComponentType, lazy } from "react";

/** Milliseconds before a part is asked for once more: doubled each time, up to ten seconds. */
const [FIRST_MS, MOST_MS] = [250, 10_000];

/** A part of the page that is loaded when it is shown, and asked for again for as long as the server cannot be reached: without it the page would be blank. */
export function later<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await untilLoaded(load) }));
}

async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let ms = FIRST_MS; ; ms = Math.min(2 * ms, MOST_MS)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
}
