import { aiSdk } from "./ai-sdk.ts";
import { pi } from "./pi.ts";
import type { ProgramSubject } from "./program-subject.ts";
import { tanstack } from "./tanstack.ts";
import { toolwright } from "./toolwright.ts";

export const PROGRAM_SUBJECTS: readonly ProgramSubject[] = [toolwright, aiSdk, pi, tanstack];
