import type { Json } from "../json/json.ts";
import type { ErrorInfo } from "./error-info.ts";
import type { ToolOutput } from "./output.ts";

/** Where the full text of a cut output is kept. */
export interface OutputRef {
  readonly id: string;
  readonly bytes: number;
  readonly lines: number;
  /** The images of the output, each under a ref of its own. */
  readonly images?: readonly KeptImage[];
  /** Its other files and its sounds, each under a ref of its own. */
  readonly files?: readonly (KeptImage & { readonly type: "file" | "audio"; readonly name?: string })[];
}

/** An image or a file that was kept beside the text of its output. */
export interface KeptImage {
  readonly id: string;
  readonly mediaType: string;
  /** Of the image or the file itself, not of its base64. */
  readonly bytes: number;
}

/** What every call ends with, whatever happened. */
export interface ToolResult {
  readonly output: ToolOutput;
  /** Text for a person; shown unless `silent`. */
  readonly forUser?: string;
  readonly silent: boolean;
  readonly isError: boolean;
  /** The tool went on in the background; a later result follows. */
  readonly async: boolean;
  readonly error?: ErrorInfo;
  /** For a UI only; the model never reads it. */
  readonly artifact?: Json;
  readonly ref?: OutputRef;
  /**
   * What the runner has to say of the call, such as arguments that it left out; the model reads it under the output.
   */
  readonly note?: string;
  /** The run ends after the step that holds this call. */
  readonly endsRun?: true;
  /**
   * What a call that came to its end has changed, where that is not what it was to: nothing for certain, or something
   * that nobody knows. Read for `changed` in the end of a run.
   */
  readonly changed?: "nothing" | "unknown";
}
