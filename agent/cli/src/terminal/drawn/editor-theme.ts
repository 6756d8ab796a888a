import type { EditorTheme } from "@earendil-works/pi-tui";
import type { Styles } from "../styles.ts";

/** How what is typed and what it may become look. */
export function editorTheme({ dim, cyan }: Styles): EditorTheme {
  return {
    borderColor: dim,
    selectList: { selectedPrefix: cyan, selectedText: cyan, description: dim, scrollInfo: dim, noMatch: dim },
  };
}
