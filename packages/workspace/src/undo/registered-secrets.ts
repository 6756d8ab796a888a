import { createScrubber } from "@toolwright/core";
import type { Scrubber, Secret } from "@toolwright/core/types";
import type { FileContent } from "../transaction/file-change.ts";
import { toImage } from "../transaction/file-content.ts";

/** Secrets by which contents are sealed and opened again. */
export interface RegisteredSecrets {
  readonly scrubber: Scrubber;
  /** Those with that name, whose values may differ, and then the others: the same value may have been given another name. */
  mostLikely(name: string): readonly Secret[];
}

/** More are not kept in mind; the oldest go first. */
const MAX_KNOWN = 1_000;

/** Trying one takes some time. */
const MAX_TRIED = 50;

/** Those that a log of this process has sealed with: what it has changed it can undo without being given them again. */
const known = new Map<string, Secret>();

/** Keeps a secret in mind for as long as this process runs. */
export function remember(secret: Secret): void {
  known.set(JSON.stringify([secret.name, secret.value]), secret);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
}

/** Those that somebody gives, and those that this process knows. */
export function registeredSecrets(given: readonly Secret[] = []): RegisteredSecrets {
  const all = [...given, ...known.values()];
  const mostLikely = (name: string) =>
    all.toSorted((one, other) => rank(one, name) - rank(other, name)).slice(0, MAX_TRIED);
  return { scrubber: createScrubber(all), mostLikely };
}

function rank(secret: Secret, name: string): number {
  return secret.name === name ? 0 : 1;
}

/** The longest registered secret whose value a content holds: in a text of UTF-8 or UTF-16, or among other bytes. */
export function secretIn(content: FileContent | undefined, scrubber: Scrubber | undefined): Secret | undefined {
  if (scrubber === undefined || content === undefined) return undefined;
  const text = new TextDecoder().decode(toImage(content));
  // Of UTF-16 every other byte of plain letters is zero.
  const found = [text, text.includes("\0") ? text.replaceAll("\0", "") : ""].flatMap((one) => scrubber.secretsIn(one));
  return found.sort((one, other) => other.value.length - one.value.length)[0];
}
