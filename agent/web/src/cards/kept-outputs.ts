import type { OutputPage } from "@toolwright/view";
import { createContext } from "react";

/** How the rest of an output is read of which a card shows the beginning. */
export interface KeptOutputs {
  /** Lines after so many; one sentence where they cannot be had. Never rejects. */
  read(ref: string, after: number): Promise<OutputPage | string>;
  /** An image or a file that was kept; one sentence where it cannot be had. Never rejects. */
  file?(ref: string): Promise<Blob | string>;
}

/** Undefined in an app that cannot read them. */
export const KeptOutputsContext = createContext<KeptOutputs | undefined>(undefined);

/** Gives the cards inside it a way to read kept outputs. */
export const KeptOutputsProvider = KeptOutputsContext.Provider;
