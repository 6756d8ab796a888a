/** The runs that every subject makes. */
export const CELLS = [
  { name: "1 call in 1 step", steps: 1, width: 1 },
  { name: "10 steps of 1 call", steps: 10, width: 1 },
  { name: "100 steps of 1 call", steps: 100, width: 1 },
  { name: "1,000 steps of 1 call", steps: 1_000, width: 1 },
  { name: "10 calls in 1 step", steps: 1, width: 10 },
  { name: "100 calls in 1 step", steps: 1, width: 100 },
  { name: "10 steps of 1 call, asynchronous", steps: 10, width: 1, kind: "asynchronous" },
  { name: "1,000 steps of 1 call, asynchronous", steps: 1_000, width: 1, kind: "asynchronous" },
  { name: "100 calls in 1 step, asynchronous", steps: 1, width: 100, kind: "asynchronous" },
];
