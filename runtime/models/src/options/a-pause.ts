import type { OptionRule } from "@toolwright/core/internal";

/** A length of time that is waited. Zero is no wait, where a time limit of zero would leave no time. */
export const aPause: OptionRule = {
  form: "a number of milliseconds of at least 0",
  fits: (value) => typeof value === "number" && value >= 0,
};
