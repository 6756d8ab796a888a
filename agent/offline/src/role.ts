import { nameStems, stemOf, wordsOf } from "./words.ts";

/** What sort of text a parameter wants, judged by its name, format and description. */
export type Role =
  | "path"
  | "url"
  | "email"
  | "command"
  | "pattern"
  | "glob"
  | "timezone"
  | "date"
  | "time"
  | "when"
  | "place"
  | "digest"
  | "text";

const NAMES: readonly (readonly [role: Role, names: string])[] = [
  ["path", "path file directory folder document"],
  ["url", "url uri link href website webpage"],
  ["email", "email mail recipient cc bcc"],
  ["command", "command script code sql expression formula statement"],
  ["pattern", "pattern regex query search term keyword needle"],
  ["glob", "glob"],
  ["digest", "hash checksum digest etag"],
  ["timezone", "timezone zone"],
  ["date", "date day deadline birthday"],
  ["time", "time hour"],
  ["when", "when start end datetime begin"],
  ["place", "location city place country town destination origin region"],
];

const BY_STEM = new Map(rolesByStem());

/** Names at the end of an identifier that make it free text whatever stands before: `file_name` is no path. */
const PLAIN_ENDINGS = new Set(["content", "text", "type", "format", "string", "title", "message", "id"].map(stemOf));

/** Judges a parameter: the last word of its name first, then its format, its other words, and what describes it. */
export function roleOf({ key, description, format }: { key: string; description: string; format: string }): Role {
  const names = nameStems(key);
  const last = names.at(-1) ?? "";
  const byFormat = roleOfFormat(format);
  if (byFormat !== undefined) return byFormat;
  const byName = /time_?zone/i.test(key) ? "timezone" : BY_STEM.get(last);
  if (byName !== undefined) return refined(byName, description);
  if (PLAIN_ENDINGS.has(last)) return "text";
  return names.map((name) => BY_STEM.get(name)).find((role) => role !== undefined) ?? roleOfDescription(description);
}

function refined(role: Role, description: string): Role {
  if (role === "pattern" && /\bglob\b|\*\.|\*\*\//i.test(description)) return "glob";
  if (role === "place" && /\b(?:path|file)\b/i.test(description)) return "path";
  if (role === "pattern" && /\bSQL\b/.test(description)) return "command";
  return role;
}

function roleOfFormat(format: string): Role | undefined {
  switch (format) {
    case "uri":
    case "url":
      return "url";
    case "email":
    case "date":
    case "time":
      return format;
    case "date-time":
      return "when";
    default:
      return undefined;
  }
}

const TELLING: readonly Role[] = ["path", "url", "timezone", "glob"];

function roleOfDescription(description: string): Role {
  if (/\be-?mail address|\brecipients?\b/i.test(description)) return "email";
  const start = wordsOf(description.slice(0, 80)).map((word) => BY_STEM.get(word.stem));
  return start.find((role) => role !== undefined && TELLING.includes(role)) ?? "text";
}

function rolesByStem(): [string, Role][] {
  return NAMES.flatMap(([role, words]) => words.split(" ").map((word): [string, Role] => [stemOf(word), role]));
}
