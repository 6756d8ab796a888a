import { WholeCharacters } from "../text/whole-characters.ts";
import type { Scrubber, ScrubStream } from "./scrubber.ts";

/** A scrubbing stream that also never cuts a character: what may be shown of a text that arrives in pieces. */
export function safeStream(scrubber: Scrubber): ScrubStream {
  const characters = new WholeCharacters();
  const scrub = scrubber.stream();
  return {
    push: (chunk) => scrub.push(characters.push(chunk)),
    // Half a character waits for its other half where more may come.
    pause: (mayGoOn) => (mayGoOn ? "" : scrub.push(characters.end())) + scrub.pause(mayGoOn),
    end: () => scrub.push(characters.end()) + scrub.end(),
  };
}
