import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { isFields } from "@toolwright/core/internal";
import { ProjectTrust } from "../permissions/project-trust.ts";
import { parseJsonFile } from "../text/parse-json-file.ts";
import { replaceFile } from "../text/replace-file.ts";
import { UsageError } from "../usage-error.ts";
import { configDirectory } from "./choose-servers.ts";

/** Whose servers they are: this user's everywhere, or those of everybody who works in the folder. */
export type SettingsScope = "user" | "project";

type Fields = Readonly<Record<string, unknown>>;

/** A file of servers, whose other contents stay as they are. */
export class SettingsFile {
  readonly path: string;
  readonly #root: string;
  readonly #trust: ProjectTrust;
  readonly #isOfFolder: boolean;

  private constructor(scope: SettingsScope, root: string) {
    const directory = configDirectory(process.env);
    this.#isOfFolder = scope === "project";
    this.#root = root;
    this.path = this.#isOfFolder ? join(root, ".mcp.json") : join(directory, "mcp.json");
    this.#trust = new ProjectTrust(join(directory, "trusted-mcp"));
  }

  static async of(scope: SettingsScope, workspace: string): Promise<SettingsFile> {
    return new SettingsFile(scope, await realpath(workspace));
  }

  async servers(): Promise<Fields> {
    return serversIn(await this.#read());
  }

  /** Adds a server, or puts it in the place of the one of its name. */
  async set(name: string, server: Fields): Promise<void> {
    await this.#write((servers) => ({ ...servers, [name]: server }));
  }

  async remove(name: string): Promise<void> {
    await this.#write((servers) => Object.fromEntries(Object.entries(servers).filter(([other]) => other !== name)));
  }

  async #read(): Promise<{ readonly text: string | undefined; readonly whole: Fields }> {
    const text = await readFile(this.path, "utf8").catch(() => undefined);
    const whole = text === undefined ? {} : parseJsonFile(text, this.path);
    if (!isFields(whole)) throw new UsageError(`${this.path} holds no object.`);
    return { text, whole };
  }

  /** A file of the folder that was trusted stays so after what the user did to it. */
  async #write(change: (servers: Fields) => Fields): Promise<void> {
    const { text: before, whole } = await this.#read();
    const key = isFields(whole.servers) && !isFields(whole.mcpServers) ? "servers" : "mcpServers";
    const text = `${JSON.stringify({ ...whole, [key]: change(serversIn({ whole })) }, null, 2)}\n`;
    await replaceFile(this.path, text);
    if (!this.#isOfFolder) return;
    if (before === undefined || (await this.#trust.has({ root: this.#root, text: before })))
      await this.#trust.add({ root: this.#root, text });
  }
}

function serversIn({ whole }: { readonly whole: Fields }): Fields {
  const servers = whole.mcpServers ?? whole.servers ?? {};
  if (!isFields(servers)) throw new UsageError("The servers of the file are no object. Mend it and try again.");
  return servers;
}
