/** Stops work when the user or the system asks for it: the first signal aborts, the second one leaves at once. */
export interface Interruption {
  readonly signal: AbortSignal;
  readonly stop: () => void;
  /** Signals have their usual effect again. */
  end(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function interruptible(): Interruption {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    stop();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  // Nobody reads what is printed: the same as a signal, but never twice.
  process.stdout.on("error", stop);
  return {
    signal: controller.signal,
    stop,
    end() {
      for (const name of SIGNALS) process.off(name, onSignal);
      process.stdout.off("error", stop);
    },
  };
}
