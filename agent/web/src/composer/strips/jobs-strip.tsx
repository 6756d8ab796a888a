import type { JobOutput } from "@toolwright/view";
import { type BackgroundJob, spelledOnOneLine } from "@toolwright/view/internal";
import { useEffect, useState } from "react";
import { useServices } from "../../base/services.ts";
import { useStore } from "../../base/use-store.ts";

/** Commands that go on in the background: what they print, and a way to stop each. */
export function JobsStrip() {
  const { jobs } = useServices();
  useEffect(() => jobs.watch(), [jobs]);
  const known = useStore(jobs, (state) => state);
  if (known.length === 0) return null;
  const running = known.filter(({ state }) => state === "running").length;
  return (
    <details className="strip jobs-strip">
      <summary>
        <b>
          {running === 0 ? "Background jobs have ended" : `${running} background ${running === 1 ? "job" : "jobs"}`}
        </b>{" "}
        <span dir="auto">{spelledOnOneLine(known.at(-1)?.command ?? "").slice(0, 200)}</span>
      </summary>
      <ul aria-label="Background jobs">
        {known.map((job) => (
          <Job key={job.id} job={job} />
        ))}
      </ul>
    </details>
  );
}

function Job({ job }: { readonly job: BackgroundJob }) {
  const { jobs } = useServices();
  const [isOpen, setOpen] = useState(false);
  const { id, command, state, ending, hasFailed = false } = job;
  return (
    <li className="job" data-failed={hasFailed}>
      <div className="job-head">
        <b>{id}</b>
        <code dir="auto">{spelledOnOneLine(command).slice(0, 400)}</code>
        <span className="quiet-text">{state === "running" ? "running" : (ending ?? "ended")}</span>
        <button
          type="button"
          className="quiet"
          aria-expanded={isOpen}
          aria-label={`Output of ${id}`}
          onClick={() => setOpen(!isOpen)}
        >
          Output
        </button>
        {state === "running" ? (
          <button type="button" className="stop" aria-label={`Stop ${id}`} onClick={() => void jobs.stop(id)}>
            Stop
          </button>
        ) : null}
      </div>
      {isOpen ? <Output job={job} /> : null}
    </li>
  );
}

/** Milliseconds between two looks at what a job prints. */
const LOOK_MS = 1_000;

function Output({ job: { id, state } }: { readonly job: BackgroundJob }) {
  const { jobs } = useServices();
  const [output, setOutput] = useState<JobOutput>();
  useEffect(() => {
    let isShown = true;
    const look = async () => {
      const found = await jobs.output(id);
      if (isShown) setOutput(found);
    };
    void look();
    const timer = state === "running" ? setInterval(() => void look(), LOOK_MS) : undefined;
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, [jobs, id, state]);
  if (output === undefined) return <p className="quiet-text">Nothing is known of what it printed.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard too.
    <section className="job-output" aria-label={`What ${id} printed`} tabIndex={0}>
      <pre>{`${output.isCut ? "…\n" : ""}${output.text === "" ? "(nothing yet)" : output.text}`}</pre>
    </section>
  );
}
