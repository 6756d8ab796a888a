import type { ChatFlags } from "../flags.ts";
import { openDrawnTerminal } from "../terminal/open-terminal.ts";

/** `toolwright chat`: messages and answers until the user leaves. Resolves to the exit code. */
export async function chat(flags: ChatFlags): Promise<number> {
  // What draws comes first, and the rest while a person already types.
  const drawn = await openDrawnTerminal(flags, process.env);
  try {
    const { converse } = await import("../conversations/converse.ts");
    return await converse(flags, drawn);
  } finally {
    drawn?.close();
  }
}
