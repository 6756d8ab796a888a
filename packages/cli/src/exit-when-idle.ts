/** Milliseconds that a stopped command's processes have to end: two of grace after SIGTERM, and a little more. */
const GRACE_MS = 2_500;

/** Leaves when nothing is left to do, or after a grace: an orphaned tool must not keep the command open. */
export function exitWhenIdle(exitCode: number): void {
  process.exitCode = exitCode;
  process.stdin.pause();
  process.stdin.unref?.();
  setTimeout(() => process.exit(exitCode), GRACE_MS).unref();
}
