import { inLanguage } from "@toolwright/view/internal/words";

/** Files that go along with a message. */
export const attachTexts = inLanguage("attach", {
  list: "Attached files",
  unkept: "This is too large for the browser to keep: a reload of the page loses it.",
  reading: (count: number) => (count === 1 ? "Reading a file…" : `Reading ${count} files…`),
  remove: (name: string) => `Remove ${name}`,
  dismiss: "Dismiss",
  savePasted: "Save what was pasted",
  imageName: (place: number) => `Image ${place}`,
  pastedName: (count: number) => `Pasted text ${count}.txt`,
  tooLarge: (name: string) => `“${name}” cannot be attached: it is larger than 32 MB.`,
  unknownForm: (name: string) =>
    `“${name}” cannot be attached: it is not a text, a PDF document or a known kind of image.`,
  tooLong: (name: string) => `“${name}” cannot be attached: its text is longer than 500,000 characters.`,
  noReader: (name: string) => `“${name}” cannot be attached: the reader of PDF documents did not load.`,
  noText: (name: string) => `“${name}” cannot be attached: it has no text that can be read.`,
  brokenImage: (name: string) => `“${name}” cannot be attached: the browser cannot read this image.`,
  largeImage: (name: string) => `“${name}” cannot be attached: it is larger than 3 MB.`,
  unreadImage: "The image could not be read.",
});
