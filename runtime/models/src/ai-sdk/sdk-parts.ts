import { plainType } from "@toolwright/core/internal";
import type { PartPlaces } from "../parts/place-parts.ts";
import { takenTypes } from "../parts/taken-types.ts";
import type { SdkModel } from "./sdk-model.ts";

const IMAGES = ["image/*"];
const DOCUMENTS = [...IMAGES, "application/pdf"];
const SOUNDS = ["audio/wav", "audio/mpeg"];

/** What the package of a provider has a form for, in messages and in results. */
interface SdkFormat {
  /** Of the provider's name. */
  readonly name: RegExp;
  readonly takes: readonly string[];
  readonly inResults: readonly string[];
}

/** As the packages of AI SDK 5, 6 and 7 write requests. A package that is not known is given images. */
const FORMATS: readonly SdkFormat[] = [
  { name: /^(?:anthropic|vertex\.anthropic)\b/, takes: DOCUMENTS, inResults: DOCUMENTS },
  { name: /^amazon-bedrock\b/, takes: DOCUMENTS, inResults: DOCUMENTS },
  { name: /^(?:openai|azure)\S*\.responses\b/, takes: DOCUMENTS, inResults: DOCUMENTS },
  { name: /^(?:openai|azure)\S*\.chat\b/, takes: [...DOCUMENTS, ...SOUNDS], inResults: [] },
  { name: /^google\b/, takes: [...DOCUMENTS, ...SOUNDS], inResults: [...DOCUMENTS, ...SOUNDS] },
];

/** Where a model of the AI SDK may be given files. `said`: what it takes, where its options say so. */
export function sdkParts({ provider, modelId, version }: SdkModel, said?: readonly string[]): PartPlaces {
  const format = FORMATS.find(({ name }) => name.test(provider)) ?? { takes: IMAGES, inResults: [] };
  // The older packages of Bedrock have no documents in results.
  const isOlderBedrock = version !== undefined && provider.startsWith("amazon-bedrock");
  const inResults = isOlderBedrock ? [] : format.inResults;
  return {
    takes: takenTypes(modelId, format.takes, said),
    // Where a format has no such place at all, its package would write a picture as text.
    inResults: (mediaType) =>
      mediaType.startsWith("image/") ? format.inResults.length > 0 : inResults.includes(plainType(mediaType)),
  };
}
