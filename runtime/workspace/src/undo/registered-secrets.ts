import { createScrubber, type Scrubber, type Secret } from "@toolwright/core";
import type { StandingContent } from "../transaction/file-change.ts";
import { isLarge, toImage } from "../transaction/file-content.ts";
import type { Restoration } from "./plan-restore.ts";

/** Secrets by which contents are sealed and opened again. */
export interface RegisteredSecrets {
  readonly scrubber: Scrubber;
  /**
   * Those with that name, whose values may differ, and then the others: the same value may have been given another
   * name.
   */
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
export function secretIn(content: StandingContent | undefined, scrubber: Scrubber | undefined): Secret | undefined {
  if (scrubber === undefined || content === undefined || isLarge(content)) return undefined;
  const text = new TextDecoder().decode(toImage(content));
  // Of UTF-16 every other byte of plain letters is zero.
  const found = [text, text.includes("\0") ? text.replaceAll("\0", "") : ""].flatMap((one) => scrubber.secretsIn(one));
  return found.sort((one, other) => other.value.length - one.value.length)[0];
}

/** What a content at a path is sealed with: nothing, a secret, or one of which only the name is known here. */
type Sealing = (content: StandingContent | undefined, path: string) => Secret | string | undefined;

/** Who undoes need not know every secret: where one stood, it may stand still. */
export function sealing({ newestFirst, secrets }: Pick<Restoration, "newestFirst" | "secrets">): Sealing {
  const names = new Map<string, string>();
  for (const { path, before, after } of newestFirst.flatMap(({ files }) => files)) {
    const name = after?.sealed ?? before?.sealed;
    if (name !== undefined) names.set(path, name);
  }
  return (content, path) => {
    const name = names.get(path);
    if (content === undefined || isLarge(content)) return undefined;
    const found = secretIn(content, secrets.scrubber);
    if (found !== undefined || name === undefined) return found;
    return secrets.mostLikely(name).find((secret) => secret.name === name) ?? name;
  };
}
