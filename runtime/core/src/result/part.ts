import type { ProviderOptions } from "../model/provider-options.ts";

/** One part of a message or of a tool's output: text, or an image, a sound or another file as base64. */
export type Part =
  | { readonly type: "text"; readonly text: string; readonly providerOptions?: ProviderOptions }
  | {
      readonly type: "image";
      readonly mediaType: string;
      readonly data: string;
      readonly providerOptions?: ProviderOptions;
    }
  | {
      readonly type: "file" | "audio";
      readonly mediaType: string;
      /** Base64. Left out where the file is only kept: see `ref`. */
      readonly data?: string;
      /** What the file is kept under, as an output is. */
      readonly ref?: string;
      /** Of a file without `data`. */
      readonly bytes?: number;
      readonly name?: string;
      readonly providerOptions?: ProviderOptions;
    };
