import type { ActivityStream } from "@toolwright/core";

/** Whether the newest answer of a conversation was a call that stayed text, so that nothing was done of it. */
export class LastCallAsText {
  #stayedText = false;

  constructor(activity: ActivityStream) {
    activity.subscribe("step_start", () => {
      this.#stayedText = false;
    });
    activity.subscribe("warning", ({ data }) => {
      this.#stayedText ||= data.code === "text_call";
    });
  }

  get stayedText(): boolean {
    return this.#stayedText;
  }
}
