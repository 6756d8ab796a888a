import type { Scrubber } from "../../secrets/scrubber.ts";

/** Under this key a call's context has its runner's scrubber. */
export const SCRUBBER = Symbol("scrubber");

/** The scrubber of the runner behind a context; for our own views, which shorten texts and must mask them first. */
export function scrubberOf(context: object): Scrubber | undefined {
  return Reflect.get(context, SCRUBBER);
}
