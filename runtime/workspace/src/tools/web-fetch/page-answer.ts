import { type Part, type Scrubber, ToolError, type ToolResult } from "@toolwright/core";
import { cutStart, textResult } from "@toolwright/core/internal";
import type { KeptOutputs } from "../../outputs/kept-outputs.ts";
import { type KeptText, keptText } from "../../outputs/kept-text.ts";
import { imageType } from "../read/image-size.ts";
import { BINARY_SAMPLE_BYTES, isBinary } from "../read/is-binary.ts";
import { charsetLabel, decodeBody } from "./charset.ts";
import type { FetchedPage } from "./fetch-page.ts";
import { htmlToText } from "./html/html-to-text.ts";

/** How a page is to be shown. */
export interface PageFormat {
  readonly format: "markdown" | "text" | "html";
  /** UTF-16 units. */
  readonly maxChars: number;
}

/** What an answer is made with. */
export interface AnswerSetting {
  readonly signal: AbortSignal;
  readonly scrubber: Scrubber;
  /** Where a long page is kept whole; undefined where there is no such place. */
  readonly outputs: KeptOutputs;
}

type Page = Extract<FetchedPage, { kind: "page" }>;

/** Of a page that comes with an error, so much is shown. In UTF-16 units. */
const ERROR_CHARS = 500;

/** A larger image is not shown: providers refuse it. In bytes. */
const MAX_IMAGE_BYTES = 4_500_000;

/** What the model is given of a page. Throws a `ToolError` for what is neither text nor an image. */
export async function pageAnswer(page: Page, format: PageFormat, setting: AnswerSetting): Promise<ToolResult> {
  const content = contentKind(page.bytes, page.contentType);
  if (page.status >= 400) return failedPage(page, content.kind, setting);
  if (content.kind === "binary") throw notText(content.mediaType, page);
  if (content.kind === "image") return imageAnswer(content.mediaType, page);
  const text = setting.scrubber.text(await pageText(page, content.kind, format.format, setting.signal));
  const notes = page.isCut ? [`[only the first ${size(page.bytes.length)} of the page were read]`] : [];
  const shown = await keptText(text, { most: format.maxChars, what: "text", outputs: setting.outputs });
  return textAnswer(page, shown, notes);
}

async function pageText(
  page: Page,
  kind: "html" | "text",
  format: PageFormat["format"],
  signal: AbortSignal,
): Promise<string> {
  const text = decodeBody(page.bytes, page.contentType);
  if (kind === "text" || format === "html") return text;
  return htmlToText(text, { base: page.url, plain: format === "text" }, signal);
}

async function failedPage(page: Page, kind: string, { signal, scrubber }: AnswerSetting): Promise<ToolResult> {
  const status = `HTTP ${page.status} ${page.statusText.replace(/[^ -~]/g, "").slice(0, 60)}`.trim();
  if (kind !== "html" && kind !== "text") return textAnswer(page, { text: "", notes: [] }, [status]);
  const text = scrubber.text(await pageText(page, kind, "text", signal));
  return result(page, `${status}\n${untrusted(page.url, cutStart(text, ERROR_CHARS))}`);
}

function imageAnswer(mediaType: string, page: Page): ToolResult {
  const { bytes, isCut } = page;
  if (isCut || bytes.length > MAX_IMAGE_BYTES)
    throw new ToolError(`It is an image (${mediaType}) larger than ${size(MAX_IMAGE_BYTES)}.`, { reason: "TOO_LARGE" });
  const head: Part = { type: "text", text: untrusted(page.url, `[${mediaType}, ${bytes.length} bytes]`) };
  const image: Part = { type: "image", mediaType, data: Buffer.from(bytes).toString("base64") };
  return { ...result(page, ""), output: { type: "parts", parts: [head, image] } };
}

function notText(mediaType: string, { bytes, isCut }: Page): ToolError {
  const shown = mediaType.replace(/[^\w.+/ -]/g, "").slice(0, 80);
  return new ToolError(`It is ${shown}, ${isCut ? "over " : ""}${size(bytes.length)}, and cannot be shown as text.`, {
    reason: "BINARY",
  });
}

function textAnswer(page: Page, { text, notes, ref }: KeptText, more: readonly string[]): ToolResult {
  const shown = text === "" && more.length > 0 ? [] : [untrusted(page.url, text === "" ? "(empty)" : text)];
  const answer = result(page, [...shown, ...notes, ...more].join("\n"));
  return ref === undefined ? answer : { ...answer, ref };
}

function result({ url, status, bytes }: Page, text: string): ToolResult {
  return { ...textResult(text), artifact: { url: url.href, status, bytes: bytes.length } };
}

function size(bytes: number): string {
  return bytes >= 100_000 ? `${(bytes / 1024 / 1024).toFixed(1)} MB` : `${bytes} bytes`;
}

/** A text of a stranger between marks that say so. It cannot end the marks itself. */
function untrusted(url: URL, text: string): string {
  const inside = text.replace(/<(?=[/\s]*untrusted)/gi, "&lt;");
  return `<untrusted url="${url.href.replaceAll('"', "%22")}">\n${inside}\n</untrusted>`;
}

/** What a body is. */
type ContentKind =
  | { readonly kind: "image"; readonly mediaType: string }
  | { readonly kind: "html" | "text" }
  | { readonly kind: "binary"; readonly mediaType: string };

const TEXTUAL =
  /^text\/|[/+](?:json|xml|yaml|x-yaml|toml|javascript|ecmascript|x-sh|graphql|x-www-form-urlencoded|sql)$/;

/** By the first bytes for images, else by the header, else by what the bytes look like. */
function contentKind(bytes: Uint8Array, contentType: string): ContentKind {
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
