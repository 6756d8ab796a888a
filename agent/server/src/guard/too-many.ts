import { refuse } from "../routes/refuse.ts";

/** The refusal of a request that came too soon after others. */
export function tooMany(): Response {
  return refuse(429, "Too many requests.", { "retry-after": "1" });
}
