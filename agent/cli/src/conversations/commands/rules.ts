import { printable, printableLine } from "../../text/printable.ts";
import type { ChatCommand } from "./chat-command.ts";

/** `/rules`: what "always" has saved, and how to take it back. */
export const RULES: ChatCommand = {
  name: "rules",
  takes: "[forget n]",
  about: "lists what “always” has saved for this folder; forget takes one back",
  async run(rest, { options }) {
    const { permissions } = options.foundation;
    const saved = await permissions.saved();
    const place = `They are in ${printable(permissions.local)}.`;
    if (rest === "") {
      const ofSession = permissions.ofSession().map((rule) => `     ${printableLine(rule)}  (in this session)`);
      return saved.length === 0
        ? [...ofSession, "Nothing is saved for this folder. “Always” at a question saves what it shows."]
        : [
            ...saved.map((rule, index) => `${String(index + 1).padStart(3)}  ${printableLine(rule)}`),
            ...ofSession,
            place,
          ];
    }
    const [, number = ""] = /^forget\s+(\d{1,4})$/.exec(rest) ?? [];
    const rule = saved[Number(number) - 1];
    if (rule === undefined) return ["/rules takes nothing, or forget and the number of one: /rules forget 1."];
    await permissions.forget(rule);
    return [`Forgotten: ${printableLine(rule)}. It asks again.`];
  },
};
