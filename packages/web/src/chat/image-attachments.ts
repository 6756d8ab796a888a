import { SimpleImageAttachmentAdapter } from "@assistant-ui/react";

/** The kinds that the server takes. */
const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** Bytes of an image: written as base64 it has to fit into the 4 MiB of a request. */
const MAX_BYTES = 3_000_000;

/** Images that go with a message. Any other file is refused in words. */
export class ImageAttachments extends SimpleImageAttachmentAdapter {
  override accept = TYPES.join(",");

  override async add(state: { file: File }) {
    const problem = imageProblem(state.file);
    if (problem !== undefined) throw new Error(problem);
    return super.add(state);
  }
}

/** Why a file cannot be sent; undefined when it can. */
export function imageProblem({ name, type, size }: Pick<File, "name" | "type" | "size">): string | undefined {
  if (!TYPES.includes(type)) return `“${name}” cannot be attached: images may be PNG, JPEG, GIF or WebP.`;
  if (size > MAX_BYTES) return `“${name}” cannot be attached: it is larger than 3 MB.`;
  return undefined;
}
