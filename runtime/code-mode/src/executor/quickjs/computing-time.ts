/**
 * Milliseconds that this thread has computed: on a busy machine less than what has passed. Where the runtime does not
 * tell (Node before 23.9, browsers), what has passed is taken for it.
 */
export function computingTime(): number {
  const { process } = globalThis;
  // Linux adds to the count of a thread every few milliseconds, and to the moment when the whole process is asked for.
  process?.cpuUsage?.();
  const used = process?.threadCpuUsage?.();
  return used ? (used.user + used.system) / 1000 : performance.now();
}
