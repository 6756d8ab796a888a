import { writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { foldThread, threadMarkdown } from "@toolwright/view";
import { printable } from "../../text/printable.ts";
import type { Chat } from "../chat.ts";
import type { ChatCommand } from "./chat-command.ts";

/** `/export`: the conversation as a file. */
export const EXPORT: ChatCommand = {
  name: "export",
  takes: "[file]",
  about: "writes the conversation to a file: Markdown, or JSON where its name ends so",
  async run(rest, chat) {
    const { kept, options } = chat;
    if (kept === undefined || !chat.hasSpoken) return ["There is nothing to export yet."];
    const { root } = options.foundation.agent.workspace;
    const path = resolve(root, rest === "" ? `conversation-${kept.conversation.chatId.slice(0, 8)}.md` : rest);
    try {
      // What is there is somebody's.
      await writeFile(path, await textOf(chat, path.endsWith(".json")), { flag: "wx", mode: 0o600 });
    } catch (thrown) {
      if (thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")
        return [`${printable(relative(root, path))} is there already: give another name.`];
      throw thrown;
    }
    return [`Written: ${printable(relative(root, path) || path)}`];
  },
};

async function textOf({ kept }: Chat, isJson: boolean): Promise<string> {
  const events = (await kept?.events()) ?? [];
  const [first] = events;
  const about = { title: kept?.title ?? "", createdAt: first?.time ?? Date.now(), messages: foldThread(events) };
  if (isJson) return `${JSON.stringify({ version: 1, ...about }, undefined, 2)}\n`;
  let text = "";
  for await (const piece of threadMarkdown(about)) text += piece;
  return text;
}
