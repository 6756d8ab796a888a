import type { Chat } from "../chat.ts";
import type { ChatCommand } from "./chat-command.ts";

/** `/undo`, with a number of turns or a file, and `/redo`, with a number of undos. */
export const UNDO: ChatCommand = {
  name: "undo",
  takes: "[n | file] [--messages]",
  about: "takes back what your last messages changed in files, or in one file; --messages takes the messages back too",
  run(rest, chat) {
    const { undo } = chat;
    const how = readReversal(rest);
    if (how === undefined && rest !== "" && !/^\d|--/.test(rest)) return undo.reverseFile(rest.replace(/^@/, ""));
    if (how === undefined)
      return [`/undo takes nothing, or how many, or a file, and ${MESSAGES}: /undo 2 ${MESSAGES}.`];
    return how.takesMessages ? rewind(how.count, chat) : undo.reverse("undo", how.count);
  },
};

export const REDO: ChatCommand = {
  name: "redo",
  takes: "[n]",
  about: "takes back an undo",
  run(rest, { undo }) {
    const how = readReversal(rest);
    if (how === undefined || how.takesMessages) return ["/redo takes nothing, or how many: /redo 2."];
    return undo.reverse("redo", how.count);
  },
};

async function rewind(count: number, { undo, status, kept }: Chat): Promise<readonly string[]> {
  const before = undo.opened;
  const lines = await undo.rewind(count);
  if (undo.opened !== before) status.turnTo(kept?.contextTokens);
  return lines;
}

const MESSAGES = "--messages";

interface Reversal {
  readonly count: number;
  /** The conversation goes back with the files. */
  readonly takesMessages: boolean;
}

function readReversal(rest: string): Reversal | undefined {
  const words = rest.split(/\s+/).filter(Boolean);
  const [count = "1", ...others] = words.filter((word) => word !== MESSAGES);
  if (!/^[1-9]\d{0,3}$/.test(count) || others.length > 0) return undefined;
  return { count: Number(count), takesMessages: words.includes(MESSAGES) };
}
