/**
 * The thread that the part of an address after `#` names; undefined when it names none. Anybody may have written it.
 */
export function threadInAddress(hash: string): string | undefined {
  const id = hash.replace(/^#/, "");
  try {
    return id === "" ? undefined : decodeURIComponent(id);
  } catch {
    return id;
  }
}
