import type { Attachment, AttachmentAdapter, CompleteAttachment, PendingAttachment } from "@assistant-ui/react";
import { type FilePart, fileParts } from "../composer/attach/file-parts.ts";

/**
 * Files that go with a message: images as they are or smaller, texts and PDF documents as text. Any other is refused in
 * words.
 */
export class Attachments implements AttachmentAdapter {
  readonly accept = "*";
  readonly #parts = new Map<string, FilePart[]>();
  #count = 0;

  /** The file is read at once, so that whoever attaches it hears what is wrong with it. */
  async add({ file }: { readonly file: File }): Promise<PendingAttachment> {
    this.#count += 1;
    const id = `file-${this.#count}`;
    this.#parts.set(id, await fileParts(file));
    const type = file.type.startsWith("image/") ? "image" : "document";
    const status = { type: "requires-action", reason: "composer-send" } as const;
    return { id, type, name: file.name, contentType: file.type, file, status };
  }

  async send(attachment: PendingAttachment): Promise<CompleteAttachment> {
    const content = this.#parts.get(attachment.id) ?? (await fileParts(attachment.file));
    return { ...attachment, content, status: { type: "complete" } };
  }

  async remove({ id }: Attachment): Promise<void> {
    this.#parts.delete(id);
  }
}
