import { isFields, spelledOnOneLine } from "@toolwright/view/internal";
import { jsonText } from "../json-text.ts";
import { LongText } from "../long-text.tsx";
import type { ShownCall } from "../shown-call.ts";

/** The arguments of a call as they arrive: a line for each name, or the text itself where it is no object yet. */
export function CallArguments({ call: { args, argsText } }: { readonly call: ShownCall }) {
  const entries = isFields(args) ? Object.entries(args).slice(0, MOST) : [];
  if (entries.length === 0) return isBare(argsText) ? null : <LongText text={argsText} className="tw-text tw-args" />;
  return (
    <dl className="tw-args">
      {entries.map(([name, value]) => (
        <div key={name} className="tw-arg">
          <dt>{spelledOnOneLine(name)}</dt>
          <dd>
            <LongText text={jsonText(value)} dir={typeof value === "string" ? "auto" : "ltr"} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Arguments that are listed by name. */
const MOST = 100;

function isBare(argsText: unknown): boolean {
  return typeof argsText !== "string" || /^\s*(?:\{\s*\}?\s*)?$/.test(argsText.slice(0, 100));
}
