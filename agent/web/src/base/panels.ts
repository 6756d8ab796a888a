import type { PromptCommand } from "@toolwright/view/internal";
import { Watchable } from "../thread/watchable.ts";

/** What can lie over the page, one at a time. */
export type Panel = "palette" | "shortcuts" | "settings" | { readonly prompt: PromptCommand };

/** Which panel is open. */
export class Panels extends Watchable<Panel | undefined> {
  constructor() {
    super(undefined);
  }

  open(panel: Panel | undefined): void {
    this.set(panel);
  }
}
