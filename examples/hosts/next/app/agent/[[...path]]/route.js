import { toFetchHandler } from "@toolwright/server";
import { server } from "../../../../agent.mjs";

// Once, also where Next loads this file again.
globalThis.resumed ??= server.resume() ?? true;

const handle = toFetchHandler(server, { prefix: "/agent" });

export const dynamic = "force-dynamic";
export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
