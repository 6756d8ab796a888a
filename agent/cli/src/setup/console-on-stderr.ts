import { Console } from "node:console";
import { Writable } from "node:stream";
import { logLine } from "../text/notice.ts";

/**
 * From now on the console of tools and hooks writes beside the output, which holds results or a protocol alone, and
 * above the rows of a terminal that is drawn.
 */
export function putConsoleOnStderr(): void {
  const lines = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      logLine(text.replace(/\n$/, ""));
      done();
    },
  });
  globalThis.console = new Console(lines, lines);
}
