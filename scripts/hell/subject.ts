/** Where a server is. */
export type Target = { readonly command: string; readonly args: readonly string[] } | { readonly url: string };

/** A client that is tried, in a few words each: what it lists, what a call comes to, and its end. */
export interface Subject {
  /** Names as the server says them. Rejects where the list cannot be had. */
  list(): Promise<readonly string[]>;
  call(tool: string, args: Record<string, string>, signal?: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** Connects. Rejects where that fails. */
export type Connect = (target: Target) => Promise<Subject>;

/** Milliseconds that a call and a connection may take: both clients are given the same. */
export const PATIENCE_MS = 3_000;

/** A message in a table: one line, and not long. */
export function short(text: string, most = 90): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
