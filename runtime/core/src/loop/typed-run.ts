import type { EventData, EventOf, EventType, JournalEvent } from "../journal/event.ts";
import type { SettledCall } from "../run/call-states.ts";
import type { AsJson, InputOf, ResultOf, ReturnOf } from "../tool/call-types.ts";
import type { ToolRecord } from "../tool/tool.ts";

/**
 * The name of a tool that is not among those given: one that a model made up, a tool inside another one, or one of the
 * loop's own.
 */
declare enum OtherName {
  // An enum, and only for the compiler: no other type of strings is left out when a name is compared with a literal.
  name = "any other",
}

/** What is known of a call of a tool, by what says it. */
interface Known<T> {
  // Those of a call that was refused while it was read are `{}`.
  readonly tool_call_start: { readonly arguments: Partial<AsJson<InputOf<T>>> };
  readonly approval_request: { readonly arguments: AsJson<InputOf<T>> };
  readonly tool_call_end: { readonly result: ResultOf<ReturnOf<T>> };
  readonly async_result: { readonly result: ResultOf<unknown> };
  readonly tool_call_running: unknown;
}

/** The payloads that name a tool, one for each tool that is given. */
type OfTools<T extends ToolRecord, Data, E extends keyof Known<unknown>> =
  | {
      [K in keyof T & string]: Omit<Data, "toolName" | keyof Known<T[K]>[E]> & { readonly toolName: K } & Known<
          T[K]
        >[E];
    }[keyof T & string]
  | (Omit<Data, "toolName"> & { readonly toolName: OtherName });

type DataOf<T extends ToolRecord, E extends EventType> = E extends keyof Known<unknown>
  ? OfTools<T, EventData[E], E>
  : EventData[E];

/**
 * An event of a run whose tools are given as an object: `data.toolName` says which types the arguments and the result
 * have. A result of more than 50 KiB is cut in events; `result.ref` then says where it is whole.
 */
export type EventOfTools<T extends ToolRecord> = ToolRecord extends T
  ? JournalEvent
  : { [E in EventType]: Omit<EventOf<E>, "data"> & { readonly data: DataOf<T, E> } }[EventType];

/** A call of such a run with its result, whole. */
export type CallOfTools<T extends ToolRecord> = ToolRecord extends T
  ? SettledCall
  : OfTools<T, SettledCall, "tool_call_end">;

export type { OtherName };
