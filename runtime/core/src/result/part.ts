import type { ProviderOptions } from "../model/provider-options.ts";

/** One part of a message or of a tool's output: text, or an image as base64. */
export type Part =
  | { readonly type: "text"; readonly text: string; readonly providerOptions?: ProviderOptions }
  | {
      readonly type: "image";
      readonly mediaType: string;
      readonly data: string;
      readonly providerOptions?: ProviderOptions;
    };
