import type { Json, JsonObject, OutputRef, ToolResult } from "@toolwright/core";

/** A result as clients see it. */
export interface ShownResult {
  /** What may leave the runner; `{ ok: false, errorCode, message }` of a call that failed. Parts may be images. */
  readonly result: Json;
  readonly isError: boolean;
  /** Text for a person, unless the tool said that nothing is to be shown. */
  readonly forUser?: string;
}

/** What a client is shown of a result, in a stream and after a reload alike. */
export function shownResult({ output, error, isError, forUser, silent }: ToolResult): ShownResult {
  const text = forUser === undefined || silent ? {} : { forUser };
  // A result may be a success and have an error attached.
  if (isError && error !== undefined) {
    return { result: { ok: false, errorCode: error.code, message: error.message }, isError, ...text };
  }
  const result = output.type === "json" ? output.value : output.type === "text" ? output.text : output.parts;
  return { result, isError, ...text };
}

/** Where all of an output is kept, as a client may know it. */
export function shownRef(ref: OutputRef): JsonObject {
  const { id, bytes, lines, images, files } = ref;
  return {
    id,
    bytes,
    lines,
    ...(images === undefined ? {} : { images: images.map((image) => ({ ...image })) }),
    ...(files === undefined ? {} : { files: files.map((file) => ({ ...file })) }),
  };
}
