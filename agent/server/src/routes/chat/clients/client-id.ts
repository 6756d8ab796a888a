import { z } from "zod";

/**
 * What a client may call its conversation, whose first thread has this name, too: no control characters, none that a
 * path could not hold, and none that assistant-ui makes up for threads which a server does not know.
 */
export const clientId = z
  .string()
  .max(200)
  .regex(/^(?!__)(?!\.{1,2}$)[^\p{C}]+$/u);
