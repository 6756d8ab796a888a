import { useAuiState } from "@assistant-ui/react";
import { type CallNotes, callNotes } from "./call-notes.ts";

const NO_PARTS: readonly unknown[] = [];

/** A part of what a message tells about a call; the component renders again when that part differs. */
export function useCallNote<K extends keyof CallNotes>(toolCallId: string, name: K): CallNotes[K] {
  return useAuiState((state) => callNotes(state.optional.message?.parts ?? NO_PARTS, toolCallId)[name]);
}

/** Where the calls inside a call stand in the message; the same list for as long as they are the same. */
export function useInnerCalls(toolCallId: string): readonly number[] {
  const places = useAuiState((state) =>
    callNotes(state.optional.message?.parts ?? NO_PARTS, toolCallId).inner.join(","),
  );
  return places === "" ? [] : places.split(",").map(Number);
}

/** Whether the message holds the call around this one. */
export function useHasOuterCall(parentId: string | undefined): boolean {
  return useAuiState((state) => {
    if (parentId === undefined) return false;
    const parts = state.optional.message?.parts ?? [];
    return parts.some((part) => part.type === "tool-call" && part.toolCallId === parentId);
  });
}
