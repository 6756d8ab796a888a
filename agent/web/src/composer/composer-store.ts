import { newId } from "../thread/new-id.ts";
import { type UserContent, userContent, userText } from "../thread/user-content.ts";
import { Watchable } from "../thread/watchable.ts";
import { attachTexts } from "../words/attach.ts";
import { type FilePart, fileParts } from "./attach/file-parts.ts";

/** A file that goes with the next message. */
export interface AttachedFile {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly parts: readonly FilePart[];
}

/** A file that cannot go with a message. */
export interface RefusedFile {
  readonly id: string;
  /** One sentence. */
  readonly why: string;
  /** A text that was pasted, and may be nowhere else. */
  readonly pasted?: { readonly name: string; readonly text: string };
}

/** A message as it is written. */
export interface Draft {
  readonly text: string;
  readonly files: readonly AttachedFile[];
}

/** A message on its way. */
export interface Outgoing extends Draft {
  /** Where a run that is under way is to hear it: said twice with this id, it is one message. */
  readonly steerId?: string;
}

/** What is being written, and what has become of the files that were given. */
export interface Written extends Draft {
  readonly refused: readonly RefusedFile[];
  /** Of what there is more than the browser keeps over a reload. */
  readonly unkept: readonly ("text" | "files" | "refused")[];
  /** How many files are being read. */
  readonly reading: number;
  /** What was handed over, until it is taken or comes back. */
  readonly outgoing: Outgoing | undefined;
}

const NOTHING: Draft = { text: "", files: [] };

/** The message that is being written, and the files that go with it. */
export class ComposerStore extends Watchable<Written> {
  constructor() {
    super({ ...NOTHING, refused: [], unkept: [], reading: 0, outgoing: undefined });
  }

  setText(text: string): void {
    if (text !== this.state().text) this.change({ text });
  }

  /** Puts something else in the place of what is being written. */
  show(draft: Pick<Written, "text" | "files" | "refused">): void {
    this.change({ ...draft, unkept: [], outgoing: undefined });
  }

  /** Says whether a part of it is kept over a reload. */
  keeps(part: Written["unkept"][number], isKept: boolean): void {
    const others = this.state().unkept.filter((one) => one !== part);
    if (!isKept || others.length < this.state().unkept.length)
      this.change({ unkept: isKept ? others : [...others, part] });
  }

  /** Puts something before what is being written. */
  bringBack({ text, files }: Draft): void {
    const now = this.state();
    this.change({ text: [text, now.text].filter((part) => part !== "").join("\n"), files: [...files, ...now.files] });
  }

  /**
   * Files are read at once, so that whoever attaches them hears what is wrong with each. `from` a paste a refused one
   * is kept.
   */
  async attach(given: Iterable<File>, from: "disk" | "paste" = "disk"): Promise<void> {
    const files = [...given];
    this.change({ reading: this.state().reading + files.length });
    const read = await Promise.all(files.map((file) => readFile(file, from)));
    const { files: known, refused, reading } = this.state();
    this.change({
      files: [...known, ...read.filter((one) => "parts" in one)],
      refused: [...refused, ...read.filter((one) => "why" in one)],
      reading: reading - files.length,
    });
  }

  /** Puts a file with a message in the place of the one with its id; one without parts takes that one away. */
  keep(file: AttachedFile): void {
    const others = this.state().files.filter(({ id }) => id !== file.id);
    this.change({ files: file.parts.length === 0 ? others : [...others, file] });
  }

  /** Takes a file away, attached or refused. */
  remove(id: string): void {
    const { files, refused } = this.state();
    this.change({ files: files.filter((file) => file.id !== id), refused: refused.filter((file) => file.id !== id) });
  }

  /** Hands over what is written. It comes back, before what was written meanwhile, where it is not taken. */
  async handOver(take: (content: UserContent) => Promise<boolean>, steerId?: string): Promise<void> {
    const { text, files } = this.state();
    const outgoing = { text, files, ...(steerId !== undefined && { steerId }) };
    this.change({ ...NOTHING, outgoing });
    const isTaken = await take(contentOf(outgoing));
    // Another thread may be shown by now.
    if (this.state().outgoing !== outgoing) return;
    this.change({ outgoing: undefined });
    if (!isTaken) this.bringBack(outgoing);
  }
}

/** What a draft says once it is sent. */
export function contentOf({ text, files }: Draft): UserContent {
  return userContent([...(text.trim() === "" ? [] : [{ type: "text", text }]), ...files.flatMap(({ parts }) => parts)]);
}

/** What was said, to be written otherwise. */
export function draftOf(content: UserContent): Draft {
  const images = typeof content === "string" ? [] : content.filter((part) => part.type === "image");
  const files = images.map(({ mediaType, data }, place) => {
    const image = `data:${mediaType};base64,${data}`;
    return {
      id: newId(),
      name: attachTexts.imageName(place + 1),
      size: data.length,
      parts: [{ type: "image" as const, image }],
    };
  });
  return { text: userText(content), files };
}

/** Whether there is nothing to send, now or in a moment. */
export function isEmpty({ text, files, reading }: Pick<Written, "text" | "files" | "reading">): boolean {
  return text.trim() === "" && files.length + reading === 0;
}

async function readFile(file: File, from: "disk" | "paste"): Promise<AttachedFile | RefusedFile> {
  const id = newId();
  try {
    return { id, name: file.name, size: file.size, parts: await fileParts(file) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isPastedText = from === "paste" && file.type.startsWith("text/");
    return { id, why, ...(isPastedText && { pasted: { name: file.name, text: await file.text() } }) };
  }
}
