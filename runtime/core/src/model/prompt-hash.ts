import type { PromptHashInput } from "./prompt-frame.ts";
import { PromptHasher } from "./prompt-hasher.ts";

/**
 * SHA-256, in hex, of what a model is asked: equal requests have equal hashes, wherever they were made.
 * A request without tools keeps the payload `phv1`; tools, a tool choice or a message about calls make it `phv2`.
 * What was not given is not in the payload, nor is `signal`; further options are, under their own names.
 */
export async function promptHash(input: PromptHashInput): Promise<string> {
  return new PromptHasher().hash(input);
}
