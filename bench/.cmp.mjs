import { toolwright, toolwrightDefault } from "./subjects/toolwright.mjs";
import { pi } from "./subjects/pi.mjs";
import { plan } from "./subjects/work.mjs";
const subjects = { all: toolwright, def: toolwrightDefault, pi };
const which = (process.argv[2] ?? "all,def,pi").split(",");
const cells = [[1,1],[10,1],[100,1],[1000,1],[1,10],[1,100]];
const seconds = +(process.argv[3] ?? 2);
const only = process.argv[4];
for (const [steps,width] of cells) {
  if (only && only !== `${steps}x${width}`) continue;
  const calls = steps*width, times = Math.max(1, Math.round(400/calls));
  const runs = which.map(w => ({ w, work: subjects[w].prepare(plan({steps,width})), t: [] }));
  for (const r of runs) { const n = Math.round(20000/calls)||1; for (let i=0;i<n;i++) await r.work(); }
  const end = performance.now()+seconds*1000*which.length;
  while (performance.now()<end) for (const r of runs) { const s=performance.now(); for(let i=0;i<times;i++) await r.work(); r.t.push((performance.now()-s)*1000/(times*calls)); }
  console.log(`${steps}x${width}`.padEnd(8), runs.map(r=>{r.t.sort((a,b)=>a-b); return `${r.w} ${r.t[Math.floor(r.t.length*.02)].toFixed(2)}/${r.t[Math.floor(r.t.length*.5)].toFixed(2)}`}).join('   '));
}
