import { Suspense, useCallback, useState } from "react";
import { later } from "../base/later.ts";
import { useServices } from "../base/services.ts";
import type { ShownCall } from "../cards/shown-call.ts";
import { appsTexts } from "../words/apps.ts";

const AppView = later(async () => (await import("./app-view.tsx")).AppView);

/**
 * The app of a call that ended well. It runs where the call was seen to end; in a thread that is opened again a person
 * says so.
 */
export function AppSlot({ call }: { readonly call: ShownCall }) {
  const { info } = useServices();
  const [isOpen, setOpen] = useState(call.result === undefined);
  const [ended, setEnded] = useState("");
  const end = useCallback((why: string) => {
    setOpen(false);
    setEnded(why);
  }, []);
  if (info.apps?.includes(call.toolName) !== true) return null;
  if (call.result === undefined || call.isError === true) return null;
  if (!isOpen)
    return (
      <>
        {ended === "" ? null : (
          <p className="tw-error" role="alert">
            {ended}
          </p>
        )}
        <button type="button" className="app-open" onClick={() => setOpen(true)}>
          {appsTexts.show}
        </button>
      </>
    );
  return (
    <Suspense fallback={<p className="quiet-text">{appsTexts.opening}</p>}>
      <AppView call={call} onClose={() => end("")} onEnd={end} />
    </Suspense>
  );
}
