import type { ToolCallMessagePartComponent } from "@assistant-ui/react";
import { createContext } from "react";

/** The card of calls inside a call, where a card is chosen by the tool and none is registered with assistant-ui. */
export const InnerCardContext = createContext<ToolCallMessagePartComponent | undefined>(undefined);
