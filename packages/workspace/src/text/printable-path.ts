/** A path on one line, whatever its names hold: control characters are spelled out. */
export function printablePath(path: string): string {
  return path.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}
