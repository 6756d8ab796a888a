import { inLanguage } from "./in-language.ts";

/** How far a call reaches. */
export const reachTexts = inLanguage("reach", {
  none: "no file",
  file: "the files that it names",
  folder: "this folder",
  machine: "this machine",
  network: "the network",
  sentence: (places: readonly string[], canUndo: boolean) =>
    `It reaches ${places.join(" and ")}, and ${canUndo ? "can" : "cannot"} be undone.`,
});
