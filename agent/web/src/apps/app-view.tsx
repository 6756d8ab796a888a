import type { ShownApp } from "@toolwright/view/internal";
import { spelledOnOneLine } from "@toolwright/view/internal";
import { useEffect, useState } from "react";
import { useServices } from "../base/services.ts";
import type { ShownCall } from "../cards/shown-call.ts";
import type { Answer } from "../server/api.ts";
import { appsTexts } from "../words/apps.ts";
import { AppFrame } from "./app-frame.tsx";
import { AppHead, hostsOf } from "./app-head.tsx";

interface AppViewProps {
  readonly call: ShownCall;
  readonly onClose: () => void;
  readonly onEnd: (why: string) => void;
}

/** The app of a call, once its page was read; one that reaches out runs when a person has seen where to. */
export function AppView({ call, onClose, onEnd }: AppViewProps) {
  const read = useApp(call.toolName);
  const [isAllowed, allow] = useState(false);
  if (read === undefined) return <p className="quiet-text">{appsTexts.opening}</p>;
  if (!read.ok)
    return (
      <p className="tw-error" role="alert">
        {appsTexts.notShown(spelledOnOneLine(read.error))}
      </p>
    );
  const app = read.value;
  return (
    <section className="app-view" aria-label={appsTexts.ofServer(spelledOnOneLine(app.server))}>
      {hostsOf(app).length === 0 || isAllowed ? (
        <AppFrame call={call} app={app} onClose={onClose} onEnd={onEnd} />
      ) : (
        <>
          <AppHead app={app} onClose={onClose} />
          <p className="app-ask">
            {appsTexts.loadsFrom}{" "}
            <button type="button" onClick={() => allow(true)}>
              {appsTexts.run}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

function useApp(tool: string): Answer<ShownApp> | undefined {
  const { api } = useServices();
  const [read, setRead] = useState<Answer<ShownApp>>();
  useEffect(() => {
    let isWanted = true;
    void api.get<ShownApp>(`/api/mcp/app?${new URLSearchParams({ tool })}`).then((answer) => {
      if (isWanted) setRead(answer);
    });
    return () => {
      isWanted = false;
    };
  }, [api, tool]);
  return read;
}
