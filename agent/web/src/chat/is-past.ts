import { createContext } from "react";

/** Whether a message is so old that nothing of it is news. */
export const IsPast = createContext(false);
