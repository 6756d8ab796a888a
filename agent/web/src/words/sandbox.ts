import { inLanguage } from "@toolwright/view/internal/words";

/** How far commands get that nobody is asked about. */
export const sandboxTexts = inLanguage("sandbox", {
  none: "no sandbox",
  noneSentence: "Commands reach this machine and the network: no sandbox holds them.",
  network: "the network",
  readsOnly: "reads only",
  folder: "this folder",
  sentence: ({ sandbox, writes, network }: { sandbox: string; writes: boolean; network: boolean }) =>
    `Commands run in the sandbox (${sandbox}): they ${writes ? "change this folder alone" : "change no file"}, and ${network ? "reach the network" : "have no network"}.`,
});
