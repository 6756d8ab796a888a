// usage: node prof.mjs steps width allOn|defaults
import { toolwright, toolwrightDefault } from "./subjects/toolwright.mjs";
import { pi } from "./subjects/pi.mjs";
import { plan } from "./subjects/work.mjs";
const [steps, width, which, total=200000] = process.argv.slice(2);
const subj = { all: toolwright, def: toolwrightDefault, pi }[which];
const work = subj.prepare(plan({ steps: +steps, width: +width }));
const n = Math.round(total / (steps * width));
for (let i = 0; i < n/10; i++) await work();
const c = process.cpuUsage();
for (let i = 0; i < n; i++) await work();
const u = process.cpuUsage(c);
console.log(which, steps, width, (u.user / (n * steps * width)).toFixed(2), "us user", (u.system/(n*steps*width)).toFixed(2));
