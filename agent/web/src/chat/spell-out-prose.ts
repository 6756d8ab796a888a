import { spelledOut } from "@toolwright/view/internal";

/** What is used of a node of the parsed text. */
interface ProseNode {
  value?: string;
  readonly properties?: { [name: string]: unknown };
  readonly children?: readonly ProseNode[];
}

/**
 * A step behind the parser: what could turn, hide or fake text is written out in all that will be read. Before it, a
 * character that Markdown writes as an entity would be missed.
 */
export function spellOutProse(): (tree: ProseNode) => void {
  return (tree) => {
    const left = [tree];
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      if (node.value !== undefined) node.value = spelledOut(node.value);
      if (node.properties !== undefined) spellAttributes(node.properties);
      for (const child of node.children ?? []) left.push(child);
    }
  };
}

/** Those that are shown as text. Addresses are not: the parser has encoded what is in them. */
function spellAttributes(properties: { [name: string]: unknown }): void {
  for (const name of ["alt", "title"]) {
    const value = properties[name];
    if (typeof value === "string") properties[name] = spelledOut(value);
  }
}
