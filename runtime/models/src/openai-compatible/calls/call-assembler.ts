import type { LlmToolCall, LlmToolCallDelta } from "@toolwright/core";
import type { CallFragment } from "./assembled-call.ts";
import { AssembledCall } from "./assembled-call.ts";
import { locateCall } from "./locate-call.ts";

/** The calls of one step, or why nobody can say which they are. */
export type AssembledCalls =
  | { readonly kind: "calls"; readonly calls: readonly LlmToolCall[] }
  | { readonly kind: "ambiguous"; readonly message: string };

/** Puts the streamed fragments of one step's tool calls together. Pure, and linear in what it is given. */
export class CallAssembler {
  readonly #calls: AssembledCall[] = [];
  readonly #byIndex = new Map<number, AssembledCall>();
  readonly #byId = new Map<string, AssembledCall>();
  readonly #incomplete = new Set<AssembledCall>();
  readonly #placeholders = new Set<AssembledCall>();
  #strayed = false;

  /** How many calls were begun. */
  get begun(): number {
    return this.#calls.length;
  }

  /** How many characters of arguments were scanned, compared or joined, for tests of the cost. */
  get examined(): number {
    return this.#calls.reduce((sum, call) => sum + call.arguments.examined, 0);
  }

  /** Takes one fragment. Returns its preview, and the place of its call; nothing when it changed nothing. */
  add(received: CallFragment): { readonly place: number; readonly delta: LlmToolCallDelta | undefined } | undefined {
    const fragment = this.#withAnnouncedName(received);
    const location = locateCall(this.#known(), fragment);
    if (location === "ambiguous") this.#strayed = true;
    if (location === "ignore" || location === "ambiguous" || this.#strayed) return undefined;
    const call = location === "open" ? this.#open(fragment.index) : location;
    const delta = this.#extend(call, fragment);
    this.#file(call);
    return { place: call.place, delta };
  }

  /** The previews that were held back because a placeholder might have been replaced. */
  flush(): readonly LlmToolCallDelta[] {
    return this.#calls.flatMap((call) => {
      const held = call.arguments.flush();
      return held === "" ? [] : [{ index: call.place, function: { arguments: held } }];
    });
  }

  /** What the fragments came to. */
  close(): AssembledCalls {
    if (this.#strayed) return { kind: "ambiguous", message: "A piece of tool-call arguments fits no call." };
    const unnamed = this.#calls.find((call) => call.name === "");
    if (unnamed === undefined) return { kind: "calls", calls: this.#inOrder().map(toToolCall) };
    return { kind: "ambiguous", message: `Tool call ${unnamed.place + 1} of the step never got a name.` };
  }

  /** The places of the calls, in the order in which they run. */
  places(): readonly number[] {
    return this.#inOrder().map(({ place }) => place);
  }

  /** By index where every call has one, else as they came. */
  #inOrder(): readonly AssembledCall[] {
    if (this.#calls.some(({ index }) => index === undefined)) return this.#calls;
    return this.#calls.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));
  }

  #withAnnouncedName(fragment: CallFragment): CallFragment {
    const call = fragment.index === undefined ? undefined : this.#byIndex.get(fragment.index);
    const isFollowing = call?.isAnnouncedAgain === true && fragment.name === "" && fragment.arguments.trim() !== "";
    return isFollowing ? { ...fragment, name: call.name } : fragment;
  }

  #known() {
    return {
      byIndex: this.#byIndex,
      byId: this.#byId,
      last: this.#calls.at(-1),
      incomplete: this.#incomplete,
      placeholders: this.#placeholders,
    };
  }

  #open(index: number | undefined): AssembledCall {
    const call = new AssembledCall(this.#calls.length);
    call.index = index;
    this.#calls.push(call);
    return call;
  }

  #extend(call: AssembledCall, fragment: CallFragment): LlmToolCallDelta | undefined {
    if (fragment.index !== undefined) this.#byIndex.set(fragment.index, call);
    const id = call.id === "" ? fragment.id : "";
    if (id !== "") {
      call.id = id;
      this.#byId.set(id, call);
    }
    call.isAnnouncedAgain = fragment.name === call.name && fragment.arguments.trim() === "";
    const name = call.addName(fragment.name);
    return toDelta(call.place, { id, name, arguments: call.arguments.add(fragment.arguments) });
  }

  #file(call: AssembledCall): void {
    if (call.isIncomplete) this.#incomplete.add(call);
    else this.#incomplete.delete(call);
    if (call.arguments.status === "placeholder") this.#placeholders.add(call);
    else this.#placeholders.delete(call);
  }
}

function toDelta(index: number, shown: CallFragment): LlmToolCallDelta | undefined {
  const { arguments: text } = shown;
  const [id, name] = [shown.id.toWellFormed(), shown.name.toWellFormed()];
  if (id === "" && name === "" && text === "") return undefined;
  const functionDelta = { ...(name === "" ? {} : { name }), ...(text === "" ? {} : { arguments: text }) };
  return {
    index,
    ...(id === "" ? {} : { id }),
    ...(name === "" && text === "" ? {} : { function: functionDelta }),
  };
}

function toToolCall(call: AssembledCall): LlmToolCall {
  const text = call.arguments.text().toWellFormed();
  const isNothing = text.trim() === "" || text.trim() === "null";
  return {
    id: call.id.toWellFormed(),
    type: "function",
    function: { name: call.name.toWellFormed(), arguments: isNothing ? "{}" : text },
  };
}
