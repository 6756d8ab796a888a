import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileLogins, mcpLogin } from "@toolwright/mcp";
import { startOAuthServer } from "../../packages/mcp/test/support/oauth-server.ts";

const PROCESSES = 10;
const NODE = ["--conditions=@toolwright/source", "--disable-warning=ExperimentalWarning"];

/** How many of ten processes are logged in after they needed to renew one login at once. */
export async function raceLogins(): Promise<{ readonly here: string; readonly bare: string }> {
  return { here: await raced("ours"), bare: await raced("bare") };
}

async function raced(kind: "ours" | "bare"): Promise<string> {
  const server = await startOAuthServer();
  const folder = await mkdtemp(join(tmpdir(), "race-"));
  const show = (address: string) => void fetch(address);
  await mcpLogin({ config: { url: server.url }, logins: fileLogins(folder), show });
  server.endTokens();
  const program = join(import.meta.dirname, "one-of-ten.ts");
  const ended = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const child = spawn(process.execPath, [...NODE, program, kind, server.url, folder], { stdio: "ignore" });
      const [code] = await once(child, "close");
      return code === 0;
    }),
  );
  await server.close();
  const { renewals, reused } = server.seen;
  const well = ended.filter((one) => one).length;
  return `${well} of ${PROCESSES} go on; ${renewals} ${renewals === 1 ? "renewal" : "renewals"}, ${reused} with a spent token`;
}
