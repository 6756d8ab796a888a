import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileLogins, mcpLogin } from "@toolwright/mcp";
import { startOAuthServer } from "../../runtime/mcp/test/support/oauth-server.ts";

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
  const args = [...NODE, program, kind, server.url, folder];
  const racing = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] }),
  );
  await Promise.all(racing.map((child) => once(child.stdout, "data")));
  // All of them at once: whoever is slow to start would find it renewed.
  for (const child of racing) child.stdin.end("go\n");
  const ended = await Promise.all(racing.map(async (child) => (await once(child, "close"))[0] === 0));
  await server.close();
  const { renewals, reused } = server.seen;
  const well = ended.filter((one) => one).length;
  return `${well} of ${PROCESSES} go on; ${renewals} ${renewals === 1 ? "renewal" : "renewals"}, ${reused} with a spent token`;
}
