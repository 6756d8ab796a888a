import { writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { printable } from "../../text/printable.ts";
import type { ChatCommand } from "./chat-command.ts";

/** `/export`: the conversation as a file. */
export const EXPORT: ChatCommand = {
  name: "export",
  takes: "[file]",
  about: "writes the conversation to a file: Markdown, or HTML or JSON where its name ends so",
  async run(rest, chat) {
    const { kept, options } = chat;
    if (kept === undefined || !chat.hasSpoken) return ["There is nothing to export yet."];
    const { workspace, outputCache } = options.foundation.agent;
    const { root } = workspace;
    const path = resolve(root, rest === "" ? `conversation-${kept.conversation.chatId.slice(0, 8)}.md` : rest);
    try {
      // What is there is somebody's.
      const text = await kept.written(formatOf(path), outputCache);
      await writeFile(path, text, { flag: "wx", mode: 0o600 });
    } catch (thrown) {
      const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
      const named = (place: string) => printable(relative(root, place) || place);
      if (code === "EEXIST") return [`${named(path)} is there already: give another name.`];
      if (code === "ENOENT") return [`There is no folder ${named(dirname(path))}: give another name.`];
      throw thrown;
    }
    return [`Written: ${printable(relative(root, path) || path)}`];
  },
};

function formatOf(path: string): "markdown" | "json" | "html" {
  if (path.endsWith(".json")) return "json";
  return path.endsWith(".html") ? "html" : "markdown";
}
