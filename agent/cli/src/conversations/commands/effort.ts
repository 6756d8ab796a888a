import type { ChatCommand } from "./chat-command.ts";

const USUAL = "usual";

/** `/effort`: how hard the model thinks, or another effort from the next message on. */
export const EFFORT: ChatCommand = {
  name: "effort",
  takes: "[effort]",
  about: "says how hard the model thinks, or changes it, such as low, high or usual",
  run(rest, chat) {
    const { model } = chat.options;
    if (rest !== "") model.effort = rest === USUAL ? undefined : rest;
    chat.refresh();
    if (model.efforts.length === 0) return [`${model.spec} has no effort to choose.`];
    return [`${model.effort ?? USUAL}. ${model.spec} takes ${[USUAL, ...model.efforts].join(", ")}.`];
  },
};
