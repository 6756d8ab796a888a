import type { EventData } from "@toolwright/core";

/** A piece of arguments that may be shown. */
export interface ShownPreview {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly argumentsDelta: string;
}

interface Preview {
  toolCallId: string;
  toolName: string;
  isShown: boolean;
}

/**
 * Calls that are still arriving, by their place in the step. One is shown from its first arguments on, or those of one
 * after it, when its name is whole, and only if its id can be the one it keeps.
 */
export class CallPreviews {
  readonly #isTaken: (toolCallId: string) => boolean;
  readonly #previews = new Map<number, Preview>();
  /** Places of those that are not shown, and of which something came since a later one was. */
  readonly #waiting = new Set<number>();

  constructor(isTaken: (toolCallId: string) => boolean) {
    this.#isTaken = isTaken;
  }

  add({ index, id, function: shown, withdrawn }: EventData["tool_call_delta"]): readonly ShownPreview[] {
    // What was sent is taken back when the call begins.
    if (withdrawn === true && this.#previews.get(index)?.isShown !== true) this.#previews.delete(index);
    if (withdrawn === true) return [];
    const preview = this.#previews.get(index) ?? newPreview();
    this.#previews.set(index, preview);
    if (!preview.isShown) {
      this.#waiting.add(index);
      preview.toolCallId = id || preview.toolCallId;
      preview.toolName = joined(preview.toolName, shown?.name ?? "");
    }
    const argumentsDelta = shown?.arguments ?? "";
    if (argumentsDelta === "") return [];
    // A call without arguments says nothing more: what comes after it would be shown before it.
    const before = preview.isShown ? [] : [...this.#waiting].filter((place) => place < index);
    for (const place of before) this.#waiting.delete(place);
    return [
      ...before.sort((a, b) => a - b).flatMap((place) => this.#show(place, "")),
      ...this.#show(index, argumentsDelta),
    ];
  }

  #show(index: number, argumentsDelta: string): readonly ShownPreview[] {
    const preview = this.#previews.get(index);
    if (preview === undefined || (preview.isShown && argumentsDelta === "")) return [];
    const { toolCallId, toolName, isShown } = preview;
    if (toolCallId === "" || toolName === "" || (!isShown && this.#isTaken(toolCallId))) return [];
    preview.isShown = true;
    this.#waiting.delete(index);
    return [{ toolCallId, toolName, argumentsDelta }];
  }

  /** The ids that were shown in this step; the next step begins anew. */
  take(): string[] {
    const shown = [...this.#previews.values()].filter(({ isShown }) => isShown);
    this.#previews.clear();
    this.#waiting.clear();
    return shown.map(({ toolCallId }) => toolCallId);
  }
}

function newPreview(): Preview {
  return { toolCallId: "", toolName: "", isShown: false };
}

/** Providers send a name whole, again, longer, or in pieces. */
function joined(name: string, more: string): string {
  if (more === "") return name;
  return more.startsWith(name) ? more : name + more;
}
