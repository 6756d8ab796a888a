import { createScrubber } from "../secrets/create-scrubber.ts";
import type { Scrubber, Secret } from "../secrets/scrubber.ts";

interface Made {
  readonly secrets: readonly Secret[];
  readonly scrubber: Scrubber;
}

const made = new WeakMap<readonly Secret[], Made>();

/** The scrubber of a list of secrets, made anew only when the list is another one or says something else by now. */
export function scrubberFor(secrets: readonly Secret[]): Scrubber {
  const known = made.get(secrets);
  if (known !== undefined && isSame(known.secrets, secrets)) return known.scrubber;
  const copy = secrets.map(({ name, value }) => ({ name, value }));
  const scrubber = createScrubber(copy);
  made.set(secrets, { secrets: copy, scrubber });
  return scrubber;
}

function isSame(before: readonly Secret[], now: readonly Secret[]): boolean {
  return before.length === now.length && now.every((secret, index) => isEqual(secret, before[index]));
}

function isEqual({ name, value }: Secret, before: Secret | undefined): boolean {
  return name === before?.name && value === before.value;
}
