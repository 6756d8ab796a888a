/** One part of a message or of a tool's output: text, or an image as base64. */
export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string; readonly data: string };
