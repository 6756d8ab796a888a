import { printable } from "./printable.ts";

type Write = (line: string) => void;

const toStderr: Write = (line) => void process.stderr.write(`${line}\n`);

let write = toStderr;

/** Says on stderr what a person should know and no program reads, in one line. */
export function notice(text: string): void {
  write(`toolwright: ${printable(text)}`);
}

/** A line of a log. */
export function logLine(line: string): void {
  write(line);
}

/**
 * From now on such lines go there: where a terminal is drawn, nobody else may write to it. Returns the function that
 * ends it.
 */
export function divertNotices(to: Write): () => void {
  write = to;
  return () => {
    write = toStderr;
  };
}
