import { spelledOnOneLine, todosIn } from "@toolwright/view/internal";
import type { Styles } from "../terminal/styles.ts";
import { clip } from "../text/clip.ts";

/** The plan that a call has written, as `read_todos` prints it: what is done quiet, what is being done bold. */
export function planLines(artifact: unknown, styles: Styles, width: number): readonly string[] {
  return todosIn(artifact).map(({ content, status }) => {
    const line = `[${SIGNS[status]}] ${spelledOnOneLine(content)}`;
    const style = status === "in_progress" ? styles.bold : status === "pending" ? String : styles.dim;
    return style(clip(line, width));
  });
}

const SIGNS = { pending: " ", in_progress: ">", completed: "x", cancelled: "-" };
