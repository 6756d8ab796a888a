import { inLanguage } from "./in-language.ts";

/** What a call may do at worst. */
export const riskTexts = inLanguage("risk", {
  reads: "It only reads.",
  changes: (canUndo: boolean) => `It changes files, which can${canUndo ? "" : "not"} be undone here.`,
  unknown: "Its tool does not say what it changes.",
  outside: "It may reach beyond files, which cannot be undone.",
  unheld: "No sandbox holds it.",
  heldButNetwork: "The sandbox holds what it writes, but not the network.",
  held: "It runs in the sandbox, without a network.",
  shut: "It runs in the sandbox: it may read, changes no files, and has no network.",
  heldChanges: ({ files, repository }: { readonly files: boolean; readonly repository: boolean }) => {
    const changed = [...(files ? ["files of this folder"] : []), ...(repository ? ["the repository"] : [])];
    return `It runs in the sandbox: it may change ${changed.join(" and ")}, nothing else, and has no network.`;
  },
});
