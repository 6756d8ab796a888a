/** A copy for a hook, so that one which changes its argument does not change what `execute` gets. */
export function hookInput<T>(input: T): T {
  try {
    return structuredClone(input);
  } catch {
    // A schema may have made something that cannot be cloned, such as a function.
    return input;
  }
}
