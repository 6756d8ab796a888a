import { z } from "zod";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { refuse } from "../refuse.ts";
import { change, withConfiguration } from "./change.ts";

/** Characters of the file: a model is told 32 KiB of it at most. */
const MAX_TEXT = 256 * 1024;

const WRITTEN = {
  schema: z.strictObject({ text: z.string().max(MAX_TEXT), basis: z.string().max(100) }),
  error: "The body must be { text, basis }, with the basis of the text that was shown.",
};

/** `PUT /api/configuration/instructions`: writes the file that the model is told first. */
export function changeInstructions(context: ServerContext, request: Request): Promise<Response> {
  return withConfiguration(
    context,
    ({ instructions }) => instructions,
    async (instructions, configuration) => {
      const read = await readBody(request, { ...WRITTEN, limits: context.limits });
      if (!read.ok) return refuse(read.status, read.error);
      const before = await instructions.read();
      if (before.basis !== read.body.basis)
        return refuse(409, `${before.file} has changed since it was shown; look at it again.`);
      return change(configuration, {
        kind: "instructions_changed",
        about: `${before.file}, from ${before.text.length} to ${read.body.text.length} characters`,
        make: () => instructions.write(read.body),
      });
    },
  );
}
