import { imageType } from "../read/image-type.ts";
import { BINARY_SAMPLE_BYTES, isBinary } from "../read/is-binary.ts";
import { charsetLabel } from "./charset.ts";

/** What a body is. */
export type ContentKind =
  | { readonly kind: "image"; readonly mediaType: string }
  | { readonly kind: "html" | "text" }
  | { readonly kind: "binary"; readonly mediaType: string };

const TEXTUAL =
  /^text\/|[/+](?:json|xml|yaml|x-yaml|toml|javascript|ecmascript|x-sh|graphql|x-www-form-urlencoded|sql)$/;

/** By the first bytes for images, else by the header, else by what the bytes look like. */
export function contentKind(bytes: Uint8Array, contentType: string): ContentKind {
  const image = imageType(bytes);
  if (image !== undefined) return { kind: "image", mediaType: image };
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isUnclear = mediaType === "" || mediaType === "application/octet-stream";
  if (!isUnclear && !TEXTUAL.test(mediaType)) return { kind: "binary", mediaType };
  const isWide = /^utf-16/i.test(charsetLabel(bytes, contentType));
  const looksBinary = isUnclear ? isBinary(bytes) : bytes.subarray(0, BINARY_SAMPLE_BYTES).includes(0);
  if (!isWide && looksBinary) return { kind: "binary", mediaType: mediaType || "binary data" };
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)) return { kind: "html" };
  return { kind: isUnclear && looksLikeHtml(bytes) ? "html" : "text" };
}

function looksLikeHtml(bytes: Uint8Array): boolean {
  return /^\s*<(?:!doctype html|html|head|body)\b/i.test(new TextDecoder().decode(bytes.subarray(0, 512)));
}
