import { createScrubber, type Part, type Secret } from "@toolwright/core";
import type { McpOffers, Offer } from "@toolwright/mcp";

/** What servers offer to a person, with this user's secrets masked in what goes into a message. */
export function maskedOffers(offers: McpOffers, secrets: readonly Secret[]): McpOffers {
  const scrubber = createScrubber(secrets);
  const masked = (offer: Offer<readonly Part[]>): Offer<readonly Part[]> =>
    offer.ok
      ? { ok: true, value: offer.value.map((part) => maskedPart(part, (text) => scrubber.text(text))) }
      : { ok: false, error: scrubber.text(offer.error) };
  return {
    ...offers,
    prompt: async (wanted, signal) => masked(await offers.prompt(wanted, signal)),
    resource: async (wanted, signal) => masked(await offers.resource(wanted, signal)),
  };
}

function maskedPart(part: Part, mask: (text: string) => string): Part {
  return part.type === "text" ? { ...part, text: mask(part.text) } : part;
}
