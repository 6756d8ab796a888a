// The ports stand beside what takes them. This entry passes them on until version 0.2 is out, for programs that name
// it.
export * from "./index.ts";
