import { fieldIn, numberIn, textIn } from "@toolwright/view/internal";
import { askInFrame } from "./ask-in-frame.ts";
import { type DiagramRequest, LOOKS, type Look, MOST_CHARACTERS, type Picture } from "./diagram-request.ts";
import { pagePalettes } from "./page-palettes.ts";

export type Drawing =
  | { readonly ok: true; readonly pictures: Readonly<Record<Look, Picture>> }
  /** `line`: of the source, where it is not understood. */
  | { readonly ok: false; readonly why: "wrong" | "much" | "slow"; readonly line?: number };

/** Characters of one drawing, and pixels of a side. */
const MOST_SVG = 500_000;
const LONGEST_SIDE = 20_000;
/** Drawings that are kept: a thread that is opened again has its own at once. */
const KEPT = 50;

const kept = new Map<string, Promise<Drawing>>();
let last: Promise<unknown> = Promise.resolve();

/** Draws a diagram of Mermaid in the colours of the page, one after the other. Never rejects. */
export function drawDiagram(source: string): Promise<Drawing> {
  if (source.length > MOST_CHARACTERS) return Promise.resolve({ ok: false, why: "much" });
  const request = { source, palettes: pagePalettes() };
  const key = JSON.stringify(request);
  const known = kept.get(key) ?? after(last, request);
  kept.delete(key);
  kept.set(key, known);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  last = known;
  return known;
}

async function after(before: Promise<unknown>, request: DiagramRequest): Promise<Drawing> {
  await before;
  const { default: program } = await import("./diagram-program.ts?program");
  const answer = await askInFrame({ program, request });
  if (answer === undefined) return { ok: false, why: "slow" };
  const line = numberIn(answer, "line");
  if (textIn(answer, "diagram") === "wrong") return { ok: false, why: "wrong", ...(line !== undefined && { line }) };
  const [light, dark] = LOOKS.map((_, place) => pictureIn(fieldIn(answer, "pictures"), place));
  // An answer without them says that the diagram is too large.
  if (light === undefined || dark === undefined) return { ok: false, why: "much" };
  return { ok: true, pictures: { light, dark } };
}

/** The frame is not trusted: what a diagram made of it may answer anything. */
function pictureIn(pictures: unknown, place: number): Picture | undefined {
  const picture: unknown = Array.isArray(pictures) ? pictures[place] : undefined;
  const svg = textIn(picture, "svg");
  const [width, height] = [numberIn(picture, "width"), numberIn(picture, "height")];
  if (svg === undefined || svg.length > MOST_SVG || !isSide(width) || !isSide(height)) return undefined;
  return { svg, width, height };
}

function isSide(pixels: number | undefined): pixels is number {
  return pixels !== undefined && pixels > 0 && pixels <= LONGEST_SIDE;
}
