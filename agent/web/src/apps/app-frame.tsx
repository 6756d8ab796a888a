import type { ShownApp } from "@toolwright/view/internal";
import { spelledOnOneLine, textIn } from "@toolwright/view/internal";
import { useEffect, useRef, useState } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import type { ShownCall } from "../cards/shown-call.ts";
import { appsTexts } from "../words/apps.ts";
import { AppCalls } from "./app-calls.tsx";
import { AppHead } from "./app-head.tsx";
import { AppStore } from "./app-store.ts";
import { keepTyping } from "./keep-typing.ts";
import { watchTheme } from "./watch-theme.ts";

interface AppFrameProps {
  readonly call: ShownCall;
  readonly app: ShownApp;
  readonly onClose: () => void;
  /** Ended by the page, for this reason. */
  readonly onEnd: (why: string) => void;
}

/** The frame that an app runs in, and below it what the app waits for: a link to be opened, a call to be allowed. */
export function AppFrame({ call, app, onClose, onEnd }: AppFrameProps) {
  const services = useServices();
  const [store] = useState(() => new AppStore(services, { call, app }));
  const frame = useRef<HTMLIFrameElement>(null);
  const { height, link, calls } = useStore(store, (state) => state);
  useEffect(() => {
    const typing = frame.current === null ? undefined : keepTyping(frame.current, () => onEnd(appsTexts.tookFocus));
    const hear = ({ source, data }: MessageEvent) => {
      const there = frame.current?.contentWindow;
      if (there === null || there === undefined || source !== there) return;
      if (textIn(data, "method") === "ui/notifications/sandbox-touched") return typing?.touched();
      store.width = frame.current?.clientWidth ?? 0;
      // The origin of the frame is opaque: no address can name it.
      store.hear(data, (message) => there.postMessage(message, "*"));
    };
    window.addEventListener("message", hear);
    const leaveTheme = watchTheme(() => store.tellTheme());
    return () => {
      window.removeEventListener("message", hear);
      leaveTheme();
      typing?.leave();
      store.close();
    };
  }, [store, onEnd]);
  return (
    <>
      <AppHead app={app} onClose={() => void store.leave().then(onClose)} />
      <iframe
        ref={frame}
        className="app-frame"
        title={appsTexts.ofServer(spelledOnOneLine(app.server))}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        src={`/app-frame?${reachOf(app)}`}
        style={{ height }}
      />
      {link === undefined ? null : (
        <p className="app-ask" role="alert">
          {appsTexts.wantsToOpen} <code>{spelledOnOneLine(link)}</code>{" "}
          <button type="button" onClick={() => store.answerLink(true)}>
            {appsTexts.open}
          </button>{" "}
          <button type="button" onClick={() => store.answerLink(false)}>
            {appsTexts.doNotOpen}
          </button>
        </p>
      )}
      <AppCalls messages={calls} />
    </>
  );
}

function reachOf({ domains: { connect, resources } }: ShownApp): URLSearchParams {
  return new URLSearchParams([
    ...connect.map((origin) => ["connect", origin]),
    ...resources.map((origin) => ["resources", origin]),
  ]);
}
