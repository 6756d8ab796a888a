import { spelledOnOneLine } from "@toolwright/view/internal";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { pastTexts } from "../words/past.ts";

/** Files that are named; the others are counted. */
const NAMED = 5;

/** Goes on from the step that is looked at. Where files would be taken back, it asks first. */
export function GoOn() {
  const { past, thread, info } = useServices();
  const { asked, isBusy, lines, conflicts } = useStore(past, (state) => state);
  const isRunning = useStore(thread, (state) => state.isRunning);
  const button = { type: "button", className: "picker", disabled: isBusy || isRunning } as const;
  if (lines.length > 0)
    return (
      <div className="scrubber-ask" role="alert">
        {lines.map((line) => (
          <p key={line} dir="auto">
            {spelledOnOneLine(line)}
          </p>
        ))}
        {conflicts.length === 0 ? null : (
          <button {...button} onClick={() => void past.goOn(true, true)}>
            {pastTexts.takeBackAnyway}
          </button>
        )}
        {conflicts.length === 0 ? null : <Keep button={button} />}
      </div>
    );
  if (asked !== undefined)
    return (
      <div className="scrubber-ask" role="alert">
        <p dir="auto">{pastTexts.ask(namesOf(asked))}</p>
        <button {...button} className="picker primary" onClick={() => void past.goOn(true)}>
          {pastTexts.goOnBack}
        </button>
        <Keep button={button} />
      </div>
    );
  return (
    <button {...button} onClick={() => void (info.undo ? past.ask() : past.goOn(false))}>
      {pastTexts.goOn}
    </button>
  );
}

function Keep({
  button,
}: {
  readonly button: { readonly type: "button"; readonly className: string; readonly disabled: boolean };
}) {
  const { past } = useServices();
  return (
    <button {...button} onClick={() => void past.goOn(false)}>
      {pastTexts.goOnKeep}
    </button>
  );
}

function namesOf(paths: readonly string[]): string {
  const named = paths.slice(0, NAMED).map(spelledOnOneLine).join(", ");
  return paths.length <= NAMED ? named : pastTexts.andMore(named, paths.length - NAMED);
}
