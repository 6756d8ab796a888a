/**
 * Does jobs in their order, at most so many at the same time. Rejects with the first failure, and begins no other job.
 */
export async function inParallel<J>(jobs: readonly J[], most: number, work: (job: J) => Promise<void>): Promise<void> {
  const left = jobs.values();
  let isFailed = false;
  const worker = async () => {
    for (const job of left) {
      if (isFailed) return;
      try {
        await work(job);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, jobs.length) }, worker));
}
