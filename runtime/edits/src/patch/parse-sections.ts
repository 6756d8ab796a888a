import { type EditFailure, editFailure } from "../edit-failure.ts";
import type { FilePatch, Patch } from "./patch.ts";

interface Reading<S> {
  readonly parse: (section: S) => FilePatch | EditFailure;
  /** What a patch without a file is told. */
  readonly none: string;
}

/** The patch that sections of a text make, one for each file; the first failure where not all of them can be read. */
export function parseSections<S>(sections: readonly S[], { parse, none }: Reading<S>): Patch | EditFailure {
  if (sections.length === 0) return editFailure("INVALID_PATCH", none);
  const files: FilePatch[] = [];
  for (const section of sections) {
    const file = parse(section);
    if ("ok" in file) return file;
    files.push(file);
  }
  return { ok: true, files };
}
