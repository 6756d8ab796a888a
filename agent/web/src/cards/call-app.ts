import { type ComponentType, createContext } from "react";
import type { ShownCall } from "./shown-call.ts";

/** What shows the app of a call below its card, where the tool has one; undefined in an app that shows none. */
export const CallApp = createContext<ComponentType<{ readonly call: ShownCall }> | undefined>(undefined);
