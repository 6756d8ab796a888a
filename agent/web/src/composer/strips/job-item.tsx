import type { JobOutput } from "@toolwright/view";
import { type BackgroundJob, spelledOnOneLine } from "@toolwright/view/internal";
import { useEffect, useState } from "react";
import { useServices } from "../../base/services.ts";
import { workTexts } from "../../words/work.ts";

/** A command in the background: its end, what it prints, and a way to stop it. */
export function JobItem({ job }: { readonly job: BackgroundJob }) {
  const { jobs } = useServices();
  const [isOpen, setOpen] = useState(false);
  const { id, command, state, ending, hasFailed = false } = job;
  return (
    <li className="job" data-failed={hasFailed}>
      <div className="job-head">
        <b>{id}</b>
        <code dir="auto">{spelledOnOneLine(command).slice(0, 400)}</code>
        <span className="quiet-text">{state === "running" ? workTexts.running : (ending ?? workTexts.ended)}</span>
        <button
          type="button"
          className="quiet"
          aria-expanded={isOpen}
          aria-label={workTexts.outputOf(id)}
          onClick={() => setOpen(!isOpen)}
        >
          {workTexts.output}
        </button>
        {state === "running" ? (
          <button type="button" className="stop" aria-label={workTexts.stopOne(id)} onClick={() => void jobs.stop(id)}>
            {workTexts.stop}
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
  if (output === undefined) return <p className="quiet-text">{workTexts.notKept}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard too.
    <section className="job-output" aria-label={workTexts.outputOf(id)} tabIndex={0}>
      <pre>{`${output.isCut ? "…\n" : ""}${output.text === "" ? workTexts.nothingYet : output.text}`}</pre>
    </section>
  );
}
