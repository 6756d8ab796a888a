import type { Palette } from "./page-palettes.ts";

/** The two looks of the page: a diagram is drawn in both, so that a change of colours needs no second drawing. */
export const LOOKS = ["light", "dark"] as const;
export type Look = (typeof LOOKS)[number];

/** What the page asks of the frame in which a diagram is drawn. */
export interface DiagramRequest {
  readonly source: string;
  readonly palettes: Readonly<Record<Look, Palette>>;
}

/** A drawing, as text: it is only ever shown as an image. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Characters of a source, and edges of its diagram. */
export const MOST_CHARACTERS = 10_000;
export const MOST_EDGES = 300;
