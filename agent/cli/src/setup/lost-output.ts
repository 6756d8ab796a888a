import { writeSync } from "node:fs";
import { EXIT } from "../exit-code.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";

/**
 * Standard output that cannot be written, because its disk is full for example, is named once on stderr, and the exit
 * code is not 0. A reader that leaves early (`| head`) is no error: commands that work on notice it themselves.
 */
export function failWhenOutputIsLost(): void {
  let isTold = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (isTold || error.code === "EPIPE") return;
    isTold = true;
    writeSync(2, `toolwright: Not all of the output could be written: ${printable(messageOf(error))}.\n`);
    process.on("exit", (code) => {
      if (code === EXIT.ok) process.exitCode = EXIT.failed;
    });
  });
}
