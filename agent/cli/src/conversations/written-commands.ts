import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { printableLine } from "../text/printable.ts";

/** A command of the chat that is a file: its text is the message that it sends. */
export interface WrittenCommand {
  readonly name: string;
  /** What its head says of it, or else its first line. */
  readonly about: string;
  readonly takes: string;
  readonly file: string;
  /** It came with the folder: a stranger may have written it. */
  readonly isOfFolder: boolean;
}

/** Where such files lie. */
export interface WrittenPlaces {
  readonly user: string;
  readonly folder: string;
}

/** Files of one place, bytes of a file, and characters that are told of it. */
const MOST = 100;
const MOST_BYTES = 64 * 1024;
const MOST_ABOUT = 100;

const FILE = /^([a-z][a-z0-9-]{0,31})\.md$/;

/**
 * The commands of a person and those of a folder, by name. Of two with one name that of the person counts: a folder
 * must not speak in the place of what somebody has written for themselves.
 */
export async function findWrittenCommands({ user, folder }: WrittenPlaces): Promise<readonly WrittenCommand[]> {
  const own = await commandsIn(user, false);
  const brought = await commandsIn(folder, true);
  const others = brought.filter(({ name }) => !own.some((one) => one.name === name));
  return [...own, ...others].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function commandsIn(place: string, isOfFolder: boolean): Promise<readonly WrittenCommand[]> {
  const names = await readdir(place).catch(() => []);
  const files = names.toSorted().flatMap((file) => FILE.exec(file)?.[1] ?? []);
  const found = await Promise.all(files.slice(0, MOST).map((name) => commandAt(place, name, isOfFolder)));
  return found.filter((command) => command !== undefined);
}

async function commandAt(place: string, name: string, isOfFolder: boolean): Promise<WrittenCommand | undefined> {
  const file = join(place, `${name}.md`);
  const text = await writtenText(file);
  if (text === undefined) return undefined;
  const { head, body } = parted(text);
  const about = /^description:\s*["']?(.*?)["']?\s*$/m.exec(head)?.[1] ?? body.split("\n", 1)[0] ?? "";
  const takes = body.includes(ARGUMENTS) ? "[words]" : "";
  return {
    name,
    about: printableLine(about.slice(0, MOST_ABOUT)) + (isOfFolder ? " (from this folder)" : ""),
    takes,
    file,
    isOfFolder,
  };
}

/** The text of such a file as it is now; undefined where it is none: a link or a pipe in its place is not followed. */
export async function writtenText(file: string): Promise<string | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(
    () => undefined,
  );
  try {
    const found = await handle?.stat();
    if (handle === undefined || found?.isFile() !== true || found.size > MOST_BYTES) return undefined;
    return await handle.readFile("utf8");
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

const ARGUMENTS = "$ARGUMENTS";

/** The message of a command: what follows its name stands where its text says so, or else at its end. */
export function writtenMessage(text: string, rest: string): string {
  const { body } = parted(text);
  if (body.includes(ARGUMENTS)) return body.replaceAll(ARGUMENTS, () => rest);
  return rest === "" ? body : `${body}\n\n${rest}`;
}

/** A head stands between two lines of three dashes. */
function parted(text: string): { readonly head: string; readonly body: string } {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines[0]?.trimEnd() === "---" ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---") : -1;
  return {
    head: lines.slice(0, Math.max(end, 0)).join("\n"),
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
  };
}
