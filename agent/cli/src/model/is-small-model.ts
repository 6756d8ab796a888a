/** Up to so many billions of parameters, and up to so many tokens of context, a model is a small one. */
const SMALL_BILLIONS = 4;
const SMALL_CONTEXT = 8_192;

/**
 * Whether a model is small, by the sizes in its name (`qwen2.5-coder-1.5b`, `llama3.2:3b`, `gemma-3-270m`), or by what
 * it can read. A name with several sizes is as large as the largest: of `30b-a3b` only a part is active at a time.
 */
export function isSmallModel(name: string, contextWindow: number | undefined): boolean {
  if (contextWindow !== undefined && contextWindow <= SMALL_CONTEXT) return true;
  const sizes = Array.from(name.matchAll(SIZE), ([, count = "", unit = ""]) => billions(Number(count), unit));
  return sizes.length > 0 && sizes.every((size) => size <= SMALL_BILLIONS);
}

/** `1.5b` or `270m` as a word of its own: not the `4bit` of a quantisation, nor one of the experts of `8x7b`. */
const SIZE = /(?<![a-z0-9.])(\d{1,4}(?:\.\d{1,3})?)(b|m)(?![a-z0-9])/gi;

/** Names count contexts in millions of tokens (`-1m`) and parameters in hundreds of millions. */
const LEAST_MILLIONS = 50;

function billions(count: number, unit: string): number {
  if (unit.toLowerCase() === "b") return count;
  return count < LEAST_MILLIONS ? Number.POSITIVE_INFINITY : count / 1_000;
}
