/** Runs `work` `times` times, and gives wall and CPU microseconds for each of its calls. */
export async function sample(work, { times, calls, collect }) {
  if (collect) globalThis.gc();
  const cpu = process.cpuUsage();
  const started = performance.now();
  for (let time = 0; time < times; time += 1) await work();
  const wall = (performance.now() - started) * 1_000;
  // Only their sum is measured; how it is split is guessed from the clock's ticks, too coarse for a sample of 10 ms.
  const { user, system } = process.cpuUsage(cpu);
  return { wall: wall / (times * calls), cpu: (user + system) / (times * calls) };
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** `12.3 (11.8–14.0)`: the median, the least and the most. */
export function spread(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${show(median(values))} (${show(least)}–${show(most)})`;
}

export function show(value) {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** A table as Markdown. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** What the numbers were taken on. */
export function machine() {
  return `${navigator.hardwareConcurrency} cores, Node ${process.versions.node}, ${process.platform}-${process.arch}`;
}
