/** A composite's description followed by a line for each of its parts; `itemType` is what a part is called. */
export function buildEnhancedDescription(
  description: string,
  parts: readonly { readonly name: string; readonly description: string }[],
  itemType = "sub-tool",
): string {
  const lines = parts.map((part) => `  - ${part.name}: ${part.description}`);
  return [description, "", `Available ${itemType}s:`, ...lines].join("\n");
}
