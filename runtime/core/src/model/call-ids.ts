import type { Scrubber } from "../secrets/scrubber.ts";

/** What ids are made of. */
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Nine alphanumerics: the strictest form a known provider (Mistral) accepts for a call's id. A name and no secret:
 * nothing may depend on nobody guessing it, and so it needs nothing that takes a process milliseconds to load.
 */
export function mintId(length = 9): string {
  let id = "";
  while (id.length < length) id += LETTERS[Math.floor(Math.random() * LETTERS.length)];
  return id;
}

/** The call ids of one conversation: no two calls share one. */
export class CallIds {
  readonly #taken = new Set<string>();
  readonly #scrubber: Scrubber;

  constructor(scrubber: Scrubber) {
    this.#scrubber = scrubber;
  }

  /** Takes the wanted id if it is usable, new and no secret, else mints one. */
  claim(wanted: string | undefined): string {
    let id = isUsable(wanted) && this.#scrubber.text(wanted) === wanted ? wanted : "";
    while (id === "" || this.#taken.has(id)) id = mintId();
    this.#taken.add(id);
    return id;
  }

  /** As `claim`, for a call inside a call: where the id is taken, the same other one in every process. */
  claimInside(wanted: string): string {
    let id = wanted;
    while (this.#taken.has(id)) id += "'";
    return this.claim(id);
  }

  /** Marks an id of an earlier run as taken. */
  reserve(id: string): void {
    this.#taken.add(id);
  }
}

/** UTF-16 units. Generous: some gateways keep whole signatures in their ids. */
const MAX_LENGTH = 65_536;

function isUsable(id: string | undefined): id is string {
  return typeof id === "string" && id.length <= MAX_LENGTH && id.isWellFormed();
}
