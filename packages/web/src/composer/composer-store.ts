import { Announcer } from "../thread/announcer.ts";
import type { ThreadStore } from "../thread/thread-store.ts";
import { type UserContent, userContent } from "../thread/user-content.ts";
import { type FilePart, fileParts } from "./attach/file-parts.ts";

/** A file that goes with the next message. */
export interface AttachedFile {
  readonly id: string;
  readonly file: File;
  readonly parts: readonly FilePart[];
}

/** What is being written. */
export interface Written {
  readonly text: string;
  readonly files: readonly AttachedFile[];
}

const NOTHING: Written = { text: "", files: [] };

/** The message that is being written, and the files that go with it. */
export class ComposerStore extends Announcer {
  readonly #thread: ThreadStore;
  #written = NOTHING;
  #count = 0;

  constructor(thread: ThreadStore) {
    super();
    this.#thread = thread;
  }

  readonly state = (): Written => this.#written;

  setText(text: string): void {
    if (text !== this.#written.text) this.#set({ ...this.#written, text });
  }

  /** The file is read at once, so that whoever attaches it hears what is wrong with it. */
  async attach(file: File): Promise<void> {
    this.#count += 1;
    const id = `file-${this.#count}`;
    try {
      const parts = await fileParts(file);
      this.#set({ ...this.#written, files: [...this.#written.files, { id, file, parts }] });
    } catch (error) {
      this.#thread.tell(error instanceof Error ? error.message : String(error));
    }
  }

  remove(id: string): void {
    this.#set({ ...this.#written, files: this.#written.files.filter((file) => file.id !== id) });
  }

  /** Hands over what is written. It comes back, before what was written meanwhile, where it is not taken. */
  async handOver(take: (content: UserContent) => Promise<boolean>): Promise<void> {
    const { text, files } = this.#written;
    this.#set(NOTHING);
    const content = userContent([...(text.trim() === "" ? [] : [{ type: "text", text }]), ...files.flatMap(partsOf)]);
    if (await take(content)) return;
    const now = this.#written;
    this.#set({ text: [text, now.text].filter((part) => part !== "").join("\n"), files: [...files, ...now.files] });
  }

  #set(written: Written): void {
    this.#written = written;
    this.announce();
  }
}

function partsOf({ parts }: AttachedFile): readonly FilePart[] {
  return parts;
}

/** Whether there is nothing to send. */
export function isEmpty({ text, files }: Written): boolean {
  return text.trim() === "" && files.length === 0;
}
