/** The first key that stands twice in one object of a JSON text, or undefined. The text must be valid JSON. */
export function duplicateKey(text: string): string | undefined {
  const objects: (Set<string> | undefined)[] = [];
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;
  for (const [found, colon] of text.matchAll(token)) {
    if (found === "{") objects.push(new Set());
    else if (found === "[") objects.push(undefined);
    else if (found === "}" || found === "]") objects.pop();
    else if (colon !== undefined) {
      const key: unknown = JSON.parse(found.slice(0, -colon.length));
      const keys = objects.at(-1);
      if (typeof key !== "string" || keys === undefined) continue;
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return undefined;
}
