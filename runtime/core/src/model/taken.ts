import type { Part } from "../result/part.ts";
import type { Message } from "./messages.ts";

/** What a model takes that says nothing of it. */
const IMAGES: readonly string[] = ["image/*"];

/** Whether a model that takes parts of these media types reads all of a message. */
export function isReadable({ content }: Message, takes: readonly string[] = IMAGES): boolean {
  return typeof content === "string" || (content ?? []).every((part) => isTaken(part, takes));
}

/** Whether a model that takes these media types is given a part as it is. */
export function isTaken(part: Part, takes: readonly string[] = IMAGES): boolean {
  if (part.type === "text") return true;
  const type = plainType(part.mediaType);
  const fits = (one: string) => one === type || (one.endsWith("/*") && type.startsWith(one.slice(0, -1)));
  return part.data !== undefined && takes.some(fits);
}

/** A media type under its usual name, without parameters. */
export function plainType(mediaType: string): string {
  const [type = ""] = mediaType.toLowerCase().split(";", 1);
  return type
    .trim()
    .replace("/x-", "/")
    .replace("audio/mp3", "audio/mpeg")
    .replace(/^audio\/(?:wave|vnd\.wave)$/, "audio/wav");
}
