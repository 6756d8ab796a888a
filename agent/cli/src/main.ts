import { runCommandLine } from "./run-command-line.ts";
import { putConsoleOnStderr } from "./setup/console-on-stderr.ts";
import { failWhenOutputIsLost } from "./setup/lost-output.ts";
import { dropRelativeHome } from "./setup/own-home.ts";
import { failWhenCutShort, outliveStrayErrors } from "./setup/stray-errors.ts";

/** Milliseconds that a stopped command's processes have to end: two of grace after SIGTERM, and a little more. */
const GRACE_MS = 2_500;

failWhenOutputIsLost();
dropRelativeHome(process.env);
outliveStrayErrors();
putConsoleOnStderr();
const isDone = failWhenCutShort();
const exitCode = await runCommandLine(process.argv.slice(2));
isDone();
exitWhenIdle(exitCode);

/** Leaves when all output was read and nothing is left to do, or after a grace: no orphaned tool keeps it open. */
function exitWhenIdle(exitCode: number): void {
  process.exitCode = exitCode;
  process.stdin.pause();
  process.stdin.unref?.();
  // Whoever reads it, such as a pager, may take its time.
  process.stdout.write("", () => setTimeout(() => process.exit(exitCode), GRACE_MS).unref());
}
