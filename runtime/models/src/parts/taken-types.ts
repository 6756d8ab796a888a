import { aText, listOf } from "@toolwright/core/internal";
import { modelFacts } from "../options/model-facts.ts";

/** What every model is given that nothing is known of. */
const IMAGES: readonly string[] = ["image/*"];

/**
 * The media types that a model is given: what its options say, or what is known of its name, as far as its format has a
 * form for them.
 */
export function takenTypes(model: string, format: readonly string[], said?: readonly string[]): readonly string[] {
  if (said !== undefined) return said;
  // Bedrock names models as in `us.anthropic.claude-sonnet-4-5-20250929-v1:0`.
  const name = model.replace(/^.*\banthropic\./, "").replace(/:\d+$/, "");
  return (modelFacts(name).takes ?? IMAGES).filter((type) => format.includes(type));
}

/** The rule of the option that says it. */
export const MEDIA_TYPES = listOf('an array of media types, such as ["image/*", "application/pdf"]', aText);
