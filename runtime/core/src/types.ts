// The types stand beside their values. This entry passes them on for one version, for programs that name it.
export type * from "./index.ts";
export type { AiSdkModel, ModelAdapter } from "./prompt/index.ts";
