import { spelledOnOneLine } from "@toolwright/view/internal";

/** What a thread is called. */
export function titleOf({ title }: { readonly title: string }): string {
  return title.trim() === "" ? "Untitled" : spelledOnOneLine(title);
}
