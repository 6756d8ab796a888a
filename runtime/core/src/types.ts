// The types stand beside their values. This entry passes them on until version 0.2 is out, for programs that name it.
export type * from "./index.ts";
export type { AiSdkModel, ModelAdapter } from "./prompt/index.ts";
