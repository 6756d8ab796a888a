/**
 * Waits until whoever started it wants it to end; asked a second time it leaves at once. Called before the address is
 * told: a supervisor may end the process as soon as it reads it.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(name, () => {
        if (isStopping) process.exit(130);
        isStopping = true;
        resolve();
      });
    }
  });
}
