import { spelledOnOneLine } from "@toolwright/view/internal";
import { useEffect } from "react";
import { useServices } from "../../base/services.ts";
import { useStore } from "../../base/use-store.ts";
import { workTexts } from "../../words/work.ts";
import { JobItem } from "./job-item.tsx";

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
        <b>{running === 0 ? workTexts.jobsEnded : workTexts.jobsRunning(running)}</b>{" "}
        <span dir="auto">{spelledOnOneLine(known.at(-1)?.command ?? "").slice(0, 200)}</span>
      </summary>
      <ul aria-label={workTexts.jobs}>
        {known.map((job) => (
          <JobItem key={job.id} job={job} />
        ))}
      </ul>
    </details>
  );
}
