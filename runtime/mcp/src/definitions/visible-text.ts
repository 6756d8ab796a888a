import { cutWithEllipsis } from "@toolwright/core/internal";

/** A text of a server as a person sees it, cut: what is not seen could say something to a model that nobody reads. */
export function visibleText(text: string, maxCharacters: number): string {
  const visible = text.replace(/(?![\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, "");
  return cutWithEllipsis(visible, maxCharacters);
}
