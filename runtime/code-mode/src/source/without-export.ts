/**
 * A program has no module around it: what is exported stands for itself, and the default export is what it returns.
 * Undefined where no export stands at the position.
 */
export function withoutExport(source: string, position: number): string | undefined {
  const [word, isDefault] = /^export\b([ \t]+default\b)?/.exec(source.slice(position)) ?? [];
  if (word === undefined) return undefined;
  const instead = (isDefault ? "return" : "").padEnd(word.length);
  return source.slice(0, position) + instead + source.slice(position + word.length);
}
