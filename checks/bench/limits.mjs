// What we are ahead of, and by how much at least: `npm run check` runs each script once, and fails where a ratio is
// above its limit. A place is a row and a column of a table that the script prints. What is `behind` is printed and
// does not fail: the first lines of README.md name it.

const ALL_ON = "Toolwright, all on";
const DEFAULTS = "Toolwright, defaults";
const PI = "pi-agent-core";
const AI_SDK = "AI SDK 7";

export const LIMITS = [
  ...[
    "1 call in 1 step",
    "10 steps of 1 call",
    "100 steps of 1 call",
    "1,000 steps of 1 call",
    "10 calls in 1 step",
  ].map((row) => ({ script: "loop", ours: [row, DEFAULTS], peer: [row, PI], limit: 1 })),
  {
    script: "loop",
    ours: ["100 calls in 1 step", DEFAULTS],
    peer: ["100 calls in 1 step", PI],
    limit: 1,
    behind: true,
  },
  { script: "loop", ours: ["1,000 steps of 1 call", ALL_ON], peer: ["1,000 steps of 1 call", PI], limit: 1 },
  { script: "loop", ours: ["100 calls in 1 step", ALL_ON], peer: ["100 calls in 1 step", AI_SDK], limit: 1 },
  { script: "cold", ours: [ALL_ON, "import"], peer: [PI, "import"], limit: 1 },
  { script: "cold", ours: [ALL_ON, "import"], peer: [AI_SDK, "import"], limit: 1 },
  {
    script: "memory",
    ours: [`${DEFAULTS}, schemas as JSON`, "peak of the process"],
    peer: [PI, "peak of the process"],
    limit: 1,
  },
  { script: "memory", ours: [DEFAULTS, "peak of the process"], peer: [AI_SDK, "peak of the process"], limit: 1 },
  { script: "stream", ours: ["Toolwright", "10,000"], peer: [AI_SDK, "10,000"], limit: 1 },
  { script: "stream", ours: ["Toolwright", "1 MiB"], peer: [AI_SDK, "1 MiB"], limit: 1 },
  ...[
    "one edit in 2500 lines",
    "one edit in 10000 lines",
    "50 edits in one call, in 10,000 lines",
    "a patch of 400 hunks in 10000 lines",
  ].map((row) => ({ script: "edits", ours: [row, "Toolwright"], peer: [row, "replace and jsdiff"], limit: 1 })),
  { script: "outputs", ours: ["4000", "Toolwright, a whole call"], peer: ["4000", "Ajv, the check alone"], limit: 1 },
  {
    script: "grep",
    ours: ["Toolwright's grep", "ms on the clock"],
    peer: ["rg alone", "ms on the clock"],
    limit: 1.15,
  },
  {
    script: "grep",
    ours: ["Toolwright's grep", "ms of CPU, children too"],
    peer: ["rg alone", "ms of CPU, children too"],
    limit: 1.1,
  },
  ...[
    "a program that returns at once, ms",
    "1,000 calls one after the other, µs a call",
    "a program that waits, MiB",
  ].map((row) => ({ script: "programs", ours: [row, "Toolwright"], peer: [row, "AI SDK"], limit: 1 })),
  {
    script: "programs",
    ours: ["one after the other, µs of CPU a call", "Toolwright"],
    peer: ["one after the other, µs of CPU a call", "pi"],
    limit: 1,
    behind: true,
  },
  ...["the first 100", "the last 100"].map((row) => ({
    script: "logs",
    ours: [row, "and on the clock"],
    peer: [row, "head or tail, on the clock"],
    limit: 1,
  })),
];
