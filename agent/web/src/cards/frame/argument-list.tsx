import { spelledOnOneLine } from "@toolwright/view/internal";
import { jsonText } from "../json-text.ts";
import { LongText } from "../long-text.tsx";

/** Arguments that are listed by name. */
const MOST = 100;

/** A line for each argument: its name and its value. */
export function ArgumentList({ entries }: { readonly entries: readonly (readonly [string, unknown])[] }) {
  return (
    <dl className="tw-args">
      {entries.slice(0, MOST).map(([name, value]) => (
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
