/** Stops work when the user or the system asks for it: the first signal aborts, the second one leaves at once. */
export interface Interruption {
  readonly signal: AbortSignal;
  readonly stop: () => void;
  /** A signal ends the command again, and all that it has started. */
  end(): void;
}

/** Leaving in this way, unlike dying of a signal, kills what runs. */
const leave = () => process.exit(130);

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function interruptible(): Interruption {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const onSignal = () => {
    if (controller.signal.aborted) leave();
    stop();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  // Nobody reads what is printed: the same as a signal, but never twice.
  process.stdout.on("error", stop);
  return {
    signal: controller.signal,
    stop,
    end() {
      for (const name of SIGNALS) {
        process.off(name, onSignal);
        // Until the command has cleaned up, a signal must not end it without a word to what it has started.
        if (process.listenerCount(name) === 0) process.on(name, leave);
      }
      process.stdout.off("error", stop);
    },
  };
}
