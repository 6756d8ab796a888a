import { WholeCharacters } from "../text/whole-characters.ts";
import type { Scrubber, ScrubStream } from "./scrubber.ts";

/** A scrubbing stream that also never cuts a character: what may be shown of a text that arrives in pieces. */
export function safeStream(scrubber: Scrubber): ScrubStream {
  const characters = new WholeCharacters();
  const scrub = scrubber.stream();
  return {
    push: (chunk) => scrub.push(characters.push(chunk)),
    pause: () => scrub.push(characters.end()) + scrub.pause(),
    end: () => scrub.push(characters.end()) + scrub.end(),
  };
}
