import type { Message } from "../../model/messages.ts";
import type { VariableEntry } from "../definitions/definition-store.ts";

interface Named {
  readonly name: string;
}

/** What an effect may change. `variables` stay until a pass leaves them out; the rest holds for one step. */
export type StepModification =
  | readonly ["messages", readonly Message[]]
  | readonly ["tools" | "systems", readonly Named[]]
  | readonly ["variables", readonly VariableEntry[]];

/** Changes an aspect of the step; several changes of one aspect add up. */
export type StepModifier = (...modification: StepModification) => void;

/** What the effects of one step want changed. */
export class StepChanges {
  /** In place of the history. */
  messages: readonly Message[] | undefined;
  /** The names of the whole active set; a tool named here is active even if it is disabled. */
  tools: ReadonlySet<string> | undefined;
  /** The names of the system parts that stay. */
  systems: ReadonlySet<string> | undefined;
  readonly variables: VariableEntry[] = [];

  readonly modify: StepModifier = (...[aspect, items]) => {
    if (aspect === "messages") this.messages = [...(this.messages ?? []), ...items];
    else if (aspect === "variables") this.variables.push(...items);
    else this[aspect] = new Set([...(this[aspect] ?? []), ...items.map(({ name }) => name)]);
  };
}
