import type { ServerContext } from "../server-context.ts";

/** Lets requests in. */
export interface Guard {
  /** What a request may use, or its refusal. Rejects where nobody can say whose it is. */
  admit(request: Request): Promise<ServerContext | Response>;
  /** What is sent with the page, so that its files can be loaded; undefined where nothing is. */
  pageCookie(request: Request): string | undefined;
}
