import { fieldIn, isFields, textIn } from "@toolwright/view/internal";

/** The texts of blocks of content, of one block, and of what goes with them as a structure. */
export function textOf(params: unknown): string {
  const content = fieldIn(params, "content");
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = blocks.flatMap((block) => (textIn(block, "type") === "text" ? (textIn(block, "text") ?? []) : []));
  const structured = fieldIn(params, "structuredContent");
  return [...texts, ...(isFields(structured) ? [JSON.stringify(structured)] : [])].join("\n");
}
