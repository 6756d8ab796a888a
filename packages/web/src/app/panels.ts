import { Announcer } from "../thread/announcer.ts";

/** What can lie over the page, one at a time. */
export type Panel = "palette" | "shortcuts" | "settings";

/** Which panel is open. */
export class Panels extends Announcer {
  #open: Panel | undefined;

  readonly state = (): Panel | undefined => this.#open;

  open(panel: Panel | undefined): void {
    this.#open = panel;
    this.announce();
  }
}
