import { newId } from "./new-id.ts";

/**
 * Names what is said, so that a server hears it once: what was said and never answered keeps its name when it is said
 * again.
 */
export class RequestKey {
  #open: { readonly said: string; readonly key: string } | undefined;

  /** The name of a request with this body. */
  of(body: object): string {
    const said = JSON.stringify(body);
    const key = this.#open?.said === said ? this.#open.key : newId();
    this.#open = { said, key };
    return key;
  }

  /** An answer came, or nobody waits for one: the same words are said anew from now on. */
  settle(): void {
    this.#open = undefined;
  }
}
