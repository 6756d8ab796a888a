import { programSource } from "../program/program.ts";
import { isFields, textIn } from "../wire/fields.ts";
import type { ThreadStep } from "../wire/steps.ts";
import type { ThreadCall, ThreadMessage, ThreadPart } from "../wire/thread-message.ts";
import { spelledOnOneLine, spelledOut } from "./spelled-out.ts";
import { SCRIPT, SCRIPT_HASH } from "./thread-html-script.ts";
import { PartSteps, type StepSpan, stepStates } from "./thread-html-steps.ts";
import { STYLE, STYLE_HASH } from "./thread-html-style.ts";
import { decisionWords, endWords, placeOf, timeText, type WrittenThread } from "./written-thread.ts";

/** A thread to be given to somebody else. */
export interface SharedThread extends WrittenThread {
  /** Takes secrets out of a text. */
  readonly mask: (text: string) => string;
  /** Its steps, oldest first; with fewer than two there is nothing to look back at. */
  readonly steps?: readonly ThreadStep[];
}

/**
 * A conversation as one HTML file, piece by piece: it loads nothing, runs nothing but the line of steps, and every text
 * in it stays text. Of images it has those that a person sent; what tools returned may be of files that nobody else is
 * to see.
 */
export async function* threadHtml(thread: SharedThread): AsyncGenerator<string> {
  const { createdAt, messages, mask, steps = [] } = thread;
  const hasSteps = steps.length > 1;
  const places = new PartSteps(steps);
  const title = escaped(mask(spelledOnOneLine(thread.title.trim() === "" ? "Untitled" : thread.title)));
  const policy = `default-src 'none'; ${hasSteps ? `script-src '${SCRIPT_HASH}'; ` : ""}style-src '${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'`;
  yield `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${STYLE}</style></head>\n<body><header><h1 dir="auto">${title}</h1>${timeOf(createdAt)} · read only</header><main>\n`;
  for (const message of messages) {
    if (message.role === "user") {
      const step = places.first(message.id.replace(/:user$/, ""));
      yield article("You", message, contentHtml(message.content, mask), step);
      continue;
    }
    const { runId, model, createdAt } = message;
    const name = model === "" ? "" : ` (${spelledOnOneLine(model)})`;
    yield `${opened(mask(`Agent${name}`), { createdAt, kind: "agent", step: places.first(runId) })}\n`;
    for (const [place, part] of message.parts.entries())
      yield `<div data-step="${places.of(runId, place)}">${await partHtml(part, thread)}</div>`;
    yield `<div data-step="${places.last(runId)}">${endHtml(message, mask)}</div></article>\n`;
  }
  if (hasSteps) yield* stepsHtml(thread, steps);
  yield "</main></body></html>\n";
}

/** What files and plan were at each step, and the line on which they are chosen. */
function* stepsHtml({ messages, mask }: SharedThread, steps: readonly ThreadStep[]): Generator<string> {
  const { files, plans } = stepStates(messages, steps);
  const textItem = (text: string, about = "") => `<li${about} dir="auto">${escaped(mask(spelledOnOneLine(text)))}</li>`;
  if (files.length > 0) {
    yield `<div class="state" data-step="${files[0]?.from ?? 0}"><h2>Changed files</h2><ul>`;
    for (const { path, change, added, removed, ...span } of files)
      yield textItem(`${change} ${path} +${added} −${removed}`, spanOf(span));
    yield "</ul></div>";
  }
  for (const { todos, ...span } of plans) {
    const items = todos.map(({ content, status }) => textItem(`${status.replaceAll("_", " ")}: ${content}`));
    if (items.length > 0) yield `<div class="state"${spanOf(span)}><h2>Plan</h2><ul>${items.join("")}</ul></div>`;
  }
  const last = steps.length - 1;
  const labels = steps.map(
    (step, at) => `<option value="${at}" label="${escaped(mask(labelOf(step, { at, last })))}"></option>`,
  );
  yield `<div class="steps" hidden><input type="range" aria-label="Step" min="0" max="${last}" value="${last}" list="steps"><output></output><datalist id="steps">${labels.join("")}</datalist></div><script>${SCRIPT}</script>`;
}

/** Without the script the state of the last step is seen. */
function spanOf({ from, until }: StepSpan): string {
  return ` data-step="${from}"${until === undefined ? "" : ` data-until="${until}" hidden`}`;
}

function labelOf({ tools, time }: ThreadStep, { at, last }: { readonly at: number; readonly last: number }): string {
  const what = tools.length === 0 ? "answer" : tools.map(spelledOnOneLine).join(", ");
  return `Step ${at + 1} of ${last + 1} · ${timeText(time)} · ${what}`;
}

function article(who: string, { createdAt }: Pick<ThreadMessage, "createdAt">, html: string, step: number): string {
  return `${opened(who, { createdAt, kind: "you", step })}${html}</article>\n`;
}

interface Opened {
  readonly createdAt: number;
  readonly kind: "you" | "agent";
  /** From which on it stands there. */
  readonly step: number;
}

function opened(who: string, { createdAt, kind, step }: Opened): string {
  return `<article class="${kind}" data-step="${step}"><h2>${escaped(who)}${timeOf(createdAt)}</h2>`;
}

function timeOf(time: number): string {
  return `<time>${timeText(time)}</time>`;
}

function endHtml(message: Extract<ThreadMessage, { role: "assistant" }>, mask: SharedThread["mask"]): string {
  const { words, isFailure } = endWords(message);
  return words === "" ? "" : `<p class="end${isFailure ? " failed" : ""}">${escaped(mask(spelledOut(words)))}</p>`;
}

type Content = Extract<ThreadMessage, { role: "user" }>["content"];

function contentHtml(content: Content, mask: SharedThread["mask"]): string {
  if (typeof content === "string") return textHtml(content, mask);
  const pieces = content.map((part) => {
    if (part.type === "text") return textHtml(part.text, mask);
    return part.type === "image" ? imageHtml(part) : `<p class="note">[${escaped(part.type)}]</p>`;
  });
  return pieces.join("");
}

const PICTURES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

function imageHtml({ mediaType, data }: { readonly mediaType: string; readonly data: string }): string {
  const isPicture = PICTURES.has(mediaType) && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  return isPicture ? `<img src="data:${mediaType};base64,${data}" alt="Sent">` : '<p class="note">[image]</p>';
}

async function partHtml(part: ThreadPart, thread: SharedThread): Promise<string> {
  const { mask } = thread;
  if (part.type === "tool-call") return callHtml(part, thread);
  if (part.type === "reasoning") return folded("Reasoning", textHtml(part.text, mask));
  if (part.type === "compacted") return folded("Summarised for the model", textHtml(part.summary, mask));
  if (part.type === "steered")
    return `<div class="you"><h2>You, meanwhile</h2>${contentHtml(part.content, mask)}</div>`;
  return textHtml(part.text, mask);
}

async function callHtml(call: ThreadCall, { mask, outputOf }: SharedThread): Promise<string> {
  const { toolName, args, ref, result, isError, approval, late } = call;
  const whole = ref === undefined ? undefined : await outputOf?.(ref.id);
  const said = whole ?? (result === undefined ? "" : resultText(result));
  const command = textIn(args, "command");
  const pieces = [
    codeHtml(command ?? programSource(call) ?? resultText(args, 2), mask),
    approval === undefined ? "" : `<p class="note">${escaped(mask(decisionWords(approval)))}</p>`,
    said === "" ? "" : codeHtml(said, mask),
    late === undefined ? "" : `<p class="note">From the background:</p>${codeHtml(resultText(late.result), mask)}`,
  ];
  const about = command ?? textIn(args, "file_path") ?? textIn(args, "path") ?? "";
  const [before, behind] = placeOf(call);
  const name = `${before}${toolName}${behind}${isError === true ? " failed" : ""}`;
  const line = `${spelledOnOneLine(mask(name))} ${spelledOnOneLine(mask(about)).slice(0, 120)}`;
  return folded(line.trim(), pieces.join(""), isError === true);
}

function folded(line: string, html: string, isFailure = false): string {
  return `<details${isFailure ? ' class="failed"' : ""}><summary dir="auto">${escaped(line)}</summary>${html}</details>\n`;
}

/** A fence of Markdown, which is drawn as code; all else of it is read as it was written. */
const FENCE = /^(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)(?:\n\1[`~]*[ \t]*$|$(?![\s\S]))/gm;

function textHtml(text: string, mask: SharedThread["mask"]): string {
  const shown = mask(text);
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: fence, 2: code = "", index } of shown.matchAll(FENCE)) {
    pieces.push(
      plainHtml(shown.slice(from, index)),
      codeHtml(code, (masked) => masked),
    );
    from = index + fence.length;
  }
  return [...pieces, plainHtml(shown.slice(from))].join("");
}

function plainHtml(text: string): string {
  const shown = text.trim();
  return shown === "" ? "" : `<div class="text" dir="auto">${escaped(spelledOut(shown))}</div>`;
}

function codeHtml(text: string, mask: SharedThread["mask"]): string {
  return `<pre dir="ltr">${escaped(spelledOut(mask(withoutBytes(text))))}</pre>`;
}

/** A result as text, without the bytes of images, sounds and files. */
function resultText(result: unknown, space = 2): string {
  if (typeof result === "string") return result;
  const withoutData = (_: string, value: unknown) => {
    const type = textIn(value, "type") ?? "";
    const isData = isFields(value) && typeof value.data === "string" && ["image", "audio", "file"].includes(type);
    return isData ? `[${type}]` : value;
  };
  return JSON.stringify(result, withoutData, space);
}

function withoutBytes(text: string): string {
  return text.replace(/data:[\w.+/-]{1,100};base64,[\w+/=-]+/g, "[data]");
}

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? "");
}
