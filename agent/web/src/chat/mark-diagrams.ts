/** What is used of a node of the parsed text. */
interface PlacedNode {
  readonly tagName?: string;
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
  properties?: { [name: string]: unknown };
  readonly children?: readonly PlacedNode[];
}

/**
 * A step behind the parser: a block of Mermaid that has come to its closing fence has `data-diagram`. One that is still
 * written has none, and is no diagram yet.
 */
export function markDiagrams(): (tree: PlacedNode, file: { readonly value: unknown }) => void {
  return (tree, { value }) => {
    const source = String(value);
    const left = [tree];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      if (node.tagName === "pre" && isClosedMermaid(writtenAs(node, source)))
        node.properties = { ...node.properties, dataDiagram: "true" };
      left.push(...(node.children ?? []));
    }
  };
}

function writtenAs({ position }: PlacedNode, source: string): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}

function isClosedMermaid(written: string): boolean {
  const [, fence] = /^(`{3,}|~{3,})[ \t]*mermaid[ \t]*\r?\n/i.exec(written) ?? [];
  if (fence === undefined) return false;
  const lastLine = written
    .slice(written.lastIndexOf("\n") + 1)
    .replace(/^[ \t>]*/, "")
    .trimEnd();
  return lastLine.startsWith(fence) && lastLine === fence.charAt(0).repeat(lastLine.length);
}
