import { z } from "zod";

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
export type LogLine = z.infer<typeof LogLine>;

/** Reads a line; undefined for one that was torn by a crash, or that a later version wrote. */
export function parseLogLine(text: string): LogLine | undefined {
  try {
    return LogLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
