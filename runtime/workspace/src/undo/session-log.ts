import { join } from "node:path";
import type { Conversation, Secret } from "@toolwright/core";
import { jsonIn } from "@toolwright/core/internal";
import { z } from "zod";
import type { FileChange, StandingContent } from "../transaction/file-change.ts";
import { contentHash, isBytes, isFile } from "../transaction/file-content.ts";
import { FileError } from "../workspace/file-error.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { isSessionName, loadSessionHead, undoFolder } from "./undo-folder.ts";

const LINE_FEED = 0x0a;

/** The log of one session: JSON lines that are only ever added. */
export class SessionLog {
  readonly #files: FilesPort;
  readonly #folder: string;

  constructor(files: FilesPort, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** Adds lines; with `sync` they survive a crash. What a crash tore before them stays a line of its own. */
  async append(lines: readonly LogLine[], { sync }: { readonly sync: boolean }): Promise<void> {
    const isNew = (await this.#files.stat(this.#path)) === undefined;
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const bytes = new TextEncoder().encode((await this.#isTorn()) ? `\n${text}` : text);
    if (isNew) await this.#files.makeDirectory(this.#folder);
    await this.#files.write(this.#path, bytes, { append: true, sync, mode: 0o600 });
    if (isNew && sync) await this.#files.syncDirectory(this.#folder);
  }

  /** Every line that can be read, in order. */
  async lines(): Promise<readonly LogLine[]> {
    if ((await this.#files.stat(this.#path)) === undefined) return [];
    const text = new TextDecoder().decode(await this.#files.read(this.#path));
    return text.split("\n").flatMap((line) => (line === "" ? [] : (parseLogLine(line) ?? [])));
  }

  get #path(): string {
    return join(this.#folder, "log.jsonl");
  }

  async #isTorn(): Promise<boolean> {
    const stat = await this.#files.stat(this.#path);
    if (stat === undefined || stat.size === 0) return false;
    const [last] = await this.#files.read(this.#path, { offset: stat.size - 1, length: 1 });
    return last !== LINE_FEED;
  }
}

const State = z
  .object({
    /** That of `contentHash`. */
    hash: z.string(),
    mode: z.number().optional(),
    /** The name of the secret that the content is encrypted with, because it holds its value. */
    sealed: z
      .string()
      .regex(/^[\w.-]{1,64}$/)
      .optional(),
  })
  .nullable();

const LoggedFile = z.object({ path: z.string(), before: State, after: State });

const Entry = z.object({
  type: z.literal("entry"),
  /** Grows over all conversations of a workspace. */
  seq: z.number(),
  /** ISO 8601, for people. */
  time: z.string(),
  kind: z.enum(["change", "undo", "redo", "unkept"]),
  /** The number of the run that the change belongs to; an undo has the number of what it undoes. */
  turn: z.number(),
  runId: z.string(),
  call: z.string(),
  tool: z.string(),
  /** What ran without its changes being kept: one line. */
  command: z.string().optional(),
  /** The entries that an undo or a redo reverses. */
  reverses: z.array(z.number()),
  owner: z.object({ pid: z.number(), started: z.string() }),
  files: z.array(LoggedFile),
  /** Directories that came into being with it, outermost first. */
  directories: z.array(z.string()),
  /** Directories that go with it when nothing is left in them, innermost first. */
  emptied: z.array(z.string()),
});

const Settled = z.object({ type: z.literal("settled"), seq: z.number(), made: z.boolean() });

const LogLine = z.discriminatedUnion("type", [Entry, Settled]);

/** What stood at a path: null for nothing. */
export type FileState = z.infer<typeof State>;

/** One path of an entry. */
export type LoggedFile = z.infer<typeof LoggedFile>;

/** One call that changed files, or one undo or redo. */
export type LogEntry = z.infer<typeof Entry>;

/** A line of a session's log. */
type LogLine = z.infer<typeof LogLine>;

/** Reads a line; undefined for one that was torn by a crash, or that a later version wrote. */
function parseLogLine(text: string): LogLine | undefined {
  return LogLine.safeParse(jsonIn(text)).data;
}

/** The changes of one conversation, as its log has them. */
export interface Session {
  readonly folder: string;
  readonly conversation: Conversation;
  /** In the order of the log. */
  readonly entries: readonly LogEntry[];
  /** By seq: whether an entry was made, where the log says so. */
  readonly settled: ReadonlyMap<number, boolean>;
}

/** All conversations of a workspace that have changed files. */
export async function readSessions(workspace: Workspace): Promise<readonly Session[]> {
  const folder = undoFolder(workspace);
  const names = await workspace.files.list(folder).catch((error: unknown) => noneYet(error, folder));
  const sessions = names
    .filter(({ name }) => isSessionName(name))
    .map(({ name }) => readSession(workspace, join(folder, name)));
  return (await Promise.all(sessions)).filter((session) => session !== undefined);
}

/** A log that cannot be read is not one that is empty. */
function noneYet(error: unknown, folder: string): readonly [] {
  if (error instanceof FileError && error.reason === "NOT_FOUND") return [];
  throw new Error(`The undo log ${folder} cannot be read.`, { cause: error });
}

async function readSession(workspace: Workspace, folder: string): Promise<Session | undefined> {
  const conversation = await loadSessionHead(workspace, folder);
  if (conversation === undefined) return undefined;
  const lines = await new SessionLog(workspace.files, folder).lines();
  return {
    folder,
    conversation,
    entries: lines.filter((line) => line.type === "entry"),
    settled: new Map(lines.flatMap((line) => (line.type === "settled" ? [[line.seq, line.made] as const] : []))),
  };
}

/** The secret that a content at a path is sealed with. */
type SealedWith = (content: StandingContent | undefined, path: string) => Pick<Secret, "name"> | undefined;

/** A change that has not been made yet, as the log has it. */
export async function loggedFile(files: FilesPort, change: FileChange, sealedWith: SealedWith): Promise<LoggedFile> {
  const { path, before, after, mode } = change;
  const stat = isFile(before) ? await files.stat(path, { noFollow: true }) : undefined;
  const modeAfter = isBytes(after) ? (mode ?? stat?.mode) : undefined;
  return {
    path,
    before: stateOf(before, { mode: stat?.mode, secret: sealedWith(before, path) }),
    after: stateOf(after, { mode: modeAfter, secret: sealedWith(after, path) }),
  };
}

/** A content as the log has it. */
export function stateOf(
  content: StandingContent | undefined,
  { mode, secret }: { readonly mode: number | undefined; readonly secret: Pick<Secret, "name"> | undefined },
): FileState {
  const hash = contentHash(content);
  if (hash === null) return null;
  return { hash, ...(mode === undefined ? {} : { mode }), ...(secret && { sealed: secret.name }) };
}
