/** The first key that stands twice in one object of a JSON text, or undefined. The text must be valid JSON. */
export function duplicateKey(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [found, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (found === "{" || found === "[") open.push(new Set());
    else if (found === "}" || found === "]") open.pop();
    else if (colon !== undefined) {
      const key = String(JSON.parse(found.slice(0, -colon.length)));
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}
