/** A node of a syntax tree, whatever its kind. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Visits a tree from the outside in; a visitor that returns `false` has done with all that is inside. */
export function visitNodes(root: unknown, visit: (node: SyntaxNode, parent: SyntaxNode | undefined) => unknown): void {
  // No recursion: a sum of ten thousand parts is ten thousand nodes deep.
  const left: { value: unknown; parent: SyntaxNode | undefined }[] = [{ value: root, parent: undefined }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, parent } = next;
    const isDone = isNode(value) && visit(value, parent) === false;
    if (isDone || typeof value !== "object" || value === null) continue;
    const inner = isNode(value) ? value : parent;
    for (const child of Object.values(value).reverse()) {
      if (typeof child === "object" && child !== null) left.push({ value: child, parent: inner });
    }
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
