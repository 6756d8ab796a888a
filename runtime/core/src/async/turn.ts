/** Waits until others have had their turn. Browsers have timers alone for that. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const immediate: unknown = Reflect.get(globalThis, "setImmediate");
    if (typeof immediate === "function") immediate(resolve);
    else setTimeout(resolve, 0);
  });
}
