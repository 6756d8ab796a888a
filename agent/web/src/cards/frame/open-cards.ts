import { createContext } from "react";

/** Whether cards stay open when their calls have ended, until a user closes them. */
export const OpenCardsContext = createContext(false);

/** `<OpenCards value={true}>`: the cards inside stay open when their calls have ended. */
export const OpenCards = OpenCardsContext.Provider;
