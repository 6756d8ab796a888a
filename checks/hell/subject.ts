/** Where a server is. */
export type Target = { readonly command: string; readonly args: readonly string[] } | { readonly url: string };

/** A client that is tried, in a few words each: what it lists, what a call comes to, and its end. */
export interface Subject {
  /** Names as the server says them. Rejects where the list cannot be had. */
  list(): Promise<readonly string[]>;
  call(tool: string, args: Record<string, string>, signal?: AbortSignal): Promise<string>;
  /** What a model is told of the first tool. */
  told(): string;
  close(): Promise<void>;
}

/** Connects. Rejects where that fails. */
export type Connect = (target: Target) => Promise<Subject>;

/** Milliseconds that a call, and a connection, may take: both clients are given the same. */
export const PATIENCE_MS = 3_000;
export const CONNECT_MS = 15_000;

/** A message in a table: one line, and not long. */
export function short(text: string, most = 90): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** A name and a description, as far as they can hurt. */
export function toldOf(name: string, description: string): string {
  const unseen = description.match(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu)?.length ?? 0;
  return `told as \`${short(name, 70)}\`, in ${description.length} characters, ${unseen} of them unseen`;
}
