/**
 * Where the class that begins at a bracket ends, as bash reads it. Undefined: no bracket closes it, so it stands for
 * itself. `"unclear"`: programs, versions and locales end it differently, as one with a name (`[:alpha:]`) or an escape
 * in it, or read it as no class, as one with a range backwards.
 */
export function endOfClass(text: string, start: number): number | "unclear" | undefined {
  const first = start + (/[!^]/.test(text[start + 1] ?? "") ? 2 : 1);
  const end = text.indexOf("]", first + 1);
  if (end < 0) return /\[[:=.]|\\/.test(text.slice(first)) ? "unclear" : undefined;
  const inside = text.slice(first, end);
  const ranges = [...inside.matchAll(/(.)-(.)/gsu)];
  const isUnclear = /\[[:=.]|\\/.test(inside) || ranges.some(([, from = "", to = ""]) => codeOf(to) < codeOf(from));
  return isUnclear ? "unclear" : end + 1;
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}
