/**
 * What is waited for, or undefined where it has not come after so many milliseconds. Rejects as it does; leaves no
 * timer behind.
 */
export async function within<T>(waited: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([waited, late]);
  } finally {
    clearTimeout(timer);
  }
}
