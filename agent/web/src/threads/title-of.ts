import { spelledOnOneLine } from "@toolwright/view/internal";
import { conversationsTexts } from "../words/conversations.ts";

/** What a thread is called. */
export function titleOf({ title }: { readonly title: string }): string {
  return title.trim() === "" ? conversationsTexts.untitled : spelledOnOneLine(title);
}
