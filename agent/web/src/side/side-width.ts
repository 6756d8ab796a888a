import { browserStorage } from "../base/browser-storage.ts";
import { Watchable } from "../thread/watchable.ts";

const KEY = "toolwright.side-width";

/** Pixels: the least that the pane and the conversation may have, and what the pane has where nobody chose. */
export const LEAST_SIDE = 320;
export const LEAST_CONVERSATION = 480;
export const USUAL_SIDE = 480;

/** How wide the pane beside the conversation is to be, in pixels; it gets as much of it as there is room for. */
export class SideWidth extends Watchable<number> {
  readonly #storage: Storage | undefined;

  constructor(storage: Storage | undefined) {
    const kept = Number(read(storage));
    super(Number.isFinite(kept) && kept >= LEAST_SIDE ? kept : USUAL_SIDE);
    this.#storage = storage;
  }

  /** As near to the wish as the room allows; kept for the next visit. */
  choose(wanted: number, most: number): void {
    this.set(Math.round(Math.max(LEAST_SIDE, Math.min(wanted, most))));
    try {
      this.#storage?.setItem(KEY, String(this.state()));
    } catch {
      // A full storage: the next visit has the usual width.
    }
  }
}

function read(storage: Storage | undefined): string | undefined {
  return storage?.getItem(KEY) ?? undefined;
}

/** One page has one. */
export const theSideWidth = new SideWidth(browserStorage("local"));
