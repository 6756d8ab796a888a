import type { ShownApp } from "@toolwright/view/internal";
import { spelledOnOneLine } from "@toolwright/view/internal";
import { appsTexts } from "../words/apps.ts";

interface AppHeadProps {
  readonly app: ShownApp;
  readonly onClose: () => void;
}

/** Whose app it is, and where it reaches: what is below says what it likes. */
export function AppHead({ app, onClose }: AppHeadProps) {
  const hosts = hostsOf(app);
  return (
    <header className="app-view-head">
      <span>
        {appsTexts.of} <strong>{spelledOnOneLine(app.server)}</strong>
      </span>
      <span className="quiet-text">
        {hosts.length === 0 ? appsTexts.reachesNothing : appsTexts.reaches(hosts.join(", "))}
      </span>
      <button type="button" onClick={onClose}>
        {appsTexts.close}
      </button>
    </header>
  );
}

/** The origins that an app names. */
export function hostsOf({ domains: { connect, resources } }: ShownApp): readonly string[] {
  return [...new Set([...connect, ...resources])];
}
