import type { Message } from "../model/messages.ts";
import { createScrubber } from "../secrets/create-scrubber.ts";
import type { Secret } from "../secrets/scrubber.ts";

/** What a list of conversations shows of a first message, in characters. */
const TITLE = 80;

/** The first line of a message, as a title. Secrets are masked, before anything is cut off. */
export function titleOf({ content }: Message, secrets: readonly Secret[] = []): string {
  const text =
    typeof content === "string" ? content : content.map((shown) => (shown.type === "text" ? shown.text : "")).join(" ");
  const [line = ""] = createScrubber(secrets).text(text).trim().split("\n");
  const characters = [...line.slice(0, TITLE * 2)];
  return characters.length > TITLE ? `${characters.slice(0, TITLE - 1).join("")}…` : line;
}
