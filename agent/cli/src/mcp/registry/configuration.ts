import { UsageError } from "../../usage-error.ts";
import { type Inputs, ownText } from "./inputs.ts";
import type { Fields } from "./registry-entry.ts";
import type { Way } from "./ways.ts";

/** What stands in a file of servers for a way of an entry, with everything filled in. */
export async function configurationOf(way: Exclude<Way, { kind: "none" }>, inputs: Inputs): Promise<Fields> {
  return way.kind === "remote" ? remoteOf(way, inputs) : programOf(way, inputs);
}

async function programOf(way: Extract<Way, { kind: "package" }>, inputs: Inputs): Promise<Fields> {
  const env = await pairs(way.environmentVariables, inputs, /^[A-Za-z_]\w*$/);
  const names = way.isContainer ? env.flatMap(([name]) => ["-e", name]) : [];
  const runtime = await words(way.runtimeArguments, inputs);
  const own = await words(way.packageArguments, inputs);
  return {
    command: way.command,
    args: [...way.before, ...names, ...runtime, way.identifier, ...own],
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
  };
}

async function remoteOf(way: Extract<Way, { kind: "remote" }>, inputs: Inputs): Promise<Fields> {
  const url = await inputs.filled(way.url, way.variables);
  const headers = await pairs(way.headers, inputs, /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/);
  return { type: "http", url, ...(headers.length > 0 && { headers: Object.fromEntries(headers) }) };
}

/** Those that have a value, by name. */
async function pairs(given: readonly Fields[], inputs: Inputs, form: RegExp): Promise<readonly [string, string][]> {
  const found: [string, string][] = [];
  for (const input of given) {
    const { name } = input;
    if (typeof name !== "string" || !form.test(name))
      throw new UsageError("The entry names a variable that cannot be.");
    const value = await inputs.value(input, name);
    if (value !== undefined && value !== "") found.push([name, value]);
  }
  return found;
}

async function words(given: readonly Fields[], inputs: Inputs): Promise<readonly string[]> {
  const found: (readonly string[])[] = [];
  for (const input of given) found.push(await (input.type === "named" ? flagOf(input, inputs) : wordOf(input, inputs)));
  return found.flat();
}

async function wordOf(input: Fields, inputs: Inputs): Promise<readonly string[]> {
  const { valueHint } = input;
  const value = await inputs.value(input, typeof valueHint === "string" ? ownText(valueHint) : "argument");
  return value === undefined || value === "" ? [] : [value];
}

/** A flag of two dashes holds its value, one of one dash stands before it. */
async function flagOf(input: Fields, inputs: Inputs): Promise<readonly string[]> {
  const { name, format } = input;
  if (typeof name !== "string" || !/^--?[\w.-]+$/.test(name))
    throw new UsageError("The entry names an argument that is no flag.");
  const value = await inputs.value(input, name.replace(/^-+/, ""));
  if (format === "boolean" && (value === "true" || value === "false")) return value === "true" ? [name] : [];
  if (value === undefined || value === "") return [];
  return name.startsWith("--") ? [`${name}=${value}`] : [name, value];
}
