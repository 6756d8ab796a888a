import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { JobItem } from "../composer/strips/job-item.tsx";
import { workTexts } from "../words/work.ts";

/** Commands in the background, with what they print. */
export function JobsView() {
  const { jobs } = useServices();
  const known = useStore(jobs, (state) => state);
  return (
    <div className="side-body">
      {known.length === 0 ? <p className="quiet-text">{workTexts.noJobs}</p> : null}
      <ul className="side-jobs" aria-label={workTexts.jobs}>
        {known.map((job) => (
          <JobItem key={job.id} job={job} />
        ))}
      </ul>
    </div>
  );
}
