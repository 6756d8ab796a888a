/** Milliseconds in which a signal stops a process. */
const DELIVERY_MS = 50;

/**
 * Stops this process, with what stands between it and its shell, until the shell goes on with it; then `resume` is
 * called. Where no shell controls jobs the signal counts for nothing, and it is called at once.
 */
export function suspend(resume: () => void): void {
  // A timer of a process that is stopped goes off when it goes on.
  setTimeout(resume, DELIVERY_MS);
  if (process.platform !== "win32") process.kill(0, "SIGTSTP");
}
