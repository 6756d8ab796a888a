import type { Options, Program } from "acorn";
import { type Problem, problemOf } from "./problem.ts";

/** How the body of an async function is read. */
export const OF_A_BODY: Options = {
  ecmaVersion: "latest",
  sourceType: "script",
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowHashBang: false,
};

export type Parsed =
  | { readonly program: Program; readonly problem?: undefined }
  | { readonly program?: undefined; readonly problem: Problem };

/** Reads JavaScript. Never rejects. */
export async function parseProgram(source: string): Promise<Parsed> {
  const { parse } = await import("acorn");
  try {
    return { program: parse(source, OF_A_BODY) };
  } catch (error) {
    return { problem: problemOf(error, source) };
  }
}
