/** What is used of a node of the parsed text. */
export interface ProseNode {
  readonly type: string;
  readonly value?: string;
  readonly tagName?: string;
  readonly properties?: Readonly<Record<string, string>>;
  children?: ProseNode[];
}

/**
 * Puts other nodes, which are not looked into, in the place of texts, but for those in elements that `isLeft` names.
 */
export function replaceTexts(
  tree: ProseNode,
  replaced: (text: string) => ProseNode[],
  isLeft: (tagName: string) => boolean = () => false,
): void {
  const left = [tree];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.children === undefined || isLeft(node.tagName ?? "")) continue;
    left.push(...node.children);
    node.children = node.children.flatMap((child) => (child.type === "text" ? replaced(child.value ?? "") : [child]));
  }
}
