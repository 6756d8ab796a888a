import { createContext } from "react";

/** Shows a file of the agent's folder, at a line. */
export type OpenFileAt = (path: string, line?: number) => void;

/** Undefined in an app that shows no files: their names are plain text there. */
export const OpenFileContext = createContext<OpenFileAt | undefined>(undefined);
export const OpenFile = OpenFileContext.Provider;
