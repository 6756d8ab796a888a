import { isFields } from "@toolwright/view/internal";
import { LongText } from "../long-text.tsx";
import type { ShownCall } from "../shown-call.ts";
import { ArgumentList } from "./argument-list.tsx";

/** The arguments of a call as they arrive: a line for each name, or the text itself where it is no object yet. */
export function CallArguments({ call: { args, argsText } }: { readonly call: ShownCall }) {
  const entries = isFields(args) ? Object.entries(args) : [];
  if (entries.length > 0) return <ArgumentList entries={entries} />;
  return isBare(argsText) ? null : <LongText text={argsText} className="tw-text tw-args" />;
}

function isBare(argsText: unknown): boolean {
  return typeof argsText !== "string" || /^\s*(?:\{\s*\}?\s*)?$/.test(argsText.slice(0, 100));
}
