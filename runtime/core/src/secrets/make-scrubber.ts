import type { Json } from "../json/json.ts";
import type { KnownValues } from "./known-values.ts";
import { scrubJson } from "./scrub-json.ts";
import type { HoldingScrubStream, Scrubber } from "./scrubber.ts";
import { mayHoldShape, SHAPE_PIECES, ShapeStream } from "./shape-stream.ts";
import { Sieve } from "./sieve.ts";

/** A scrubber for the well-known shapes, and for the values that are given. */
export function makeScrubber(known?: KnownValues): Scrubber {
  const sieve = new Sieve([...SHAPE_PIECES, ...(known?.pieces ?? [])]);
  const mayMask = (value: string): boolean =>
    sieve.mayHold(value) && (mayHoldShape(value) || known?.mayHold(value) === true);
  const text = (value: string): string => {
    if (!mayMask(value)) return value;
    const stream = makeStream(known);
    return stream.push(value) + stream.end();
  };
  const name = rememberingClean(text);
  return {
    text,
    mayMask,
    secretsIn: (value) => known?.secretsIn(value) ?? [],
    name,
    json: <T extends Json>(value: T): T => scrubJson(value, { text, name }),
    stream: () => makeStream(known),
  };
}

/** How many names are remembered, and of which length in UTF-16 units. */
const REMEMBERED = { names: 1_000, length: 64 };

function rememberingClean(scrub: (text: string) => string): (text: string) => string {
  const clean = new Set<string>();
  return (text) => {
    if (clean.has(text)) return text;
    const shown = scrub(text);
    if (shown === text && text.length <= REMEMBERED.length && clean.size < REMEMBERED.names) clean.add(text);
    return shown;
  };
}

function makeStream(known: KnownValues | undefined): HoldingScrubStream {
  const shapes = new ShapeStream();
  if (known === undefined) return shapes;
  const values = known.stream();
  return {
    held: () => shapes.held() + values.held(),
    push: (chunk) => shapes.push(values.push(chunk)),
    pause: (mayGoOn) => shapes.push(values.pause(mayGoOn)) + shapes.pause(mayGoOn),
    end: () => shapes.push(values.end()) + shapes.end(),
  };
}
