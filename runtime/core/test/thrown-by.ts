/** What is said of a mistake: the message of the `TypeError` that a piece of work throws. */
export function thrownBy(work: () => unknown): string {
  try {
    work();
    return "nothing";
  } catch (error) {
    return saidOf(error);
  }
}

/** The same of a function that may also reject. */
export async function thrownFrom(make: unknown, ...given: readonly unknown[]): Promise<string> {
  try {
    if (typeof make === "function") await Reflect.apply(make, undefined, given);
    return "nothing";
  } catch (error) {
    return saidOf(error);
  }
}

function saidOf(error: unknown): string {
  return error instanceof TypeError ? error.message : `no TypeError: ${String(error)}`;
}
