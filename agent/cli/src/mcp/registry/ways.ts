import { isFields } from "@toolwright/core/internal";
import { type Fields, isListOfFields, type RegistryEntry } from "./registry-entry.ts";

/** A program or an address that an entry offers. */
export type Way =
  | {
      readonly kind: "package";
      readonly about: string;
      /** What runs it, with what stands before the arguments of the entry. */
      readonly command: string;
      readonly before: readonly string[];
      /** The package in the form that the command takes. */
      readonly identifier: string;
      readonly runtimeArguments: readonly Fields[];
      readonly packageArguments: readonly Fields[];
      readonly environmentVariables: readonly Fields[];
      /** A container has only the variables that it is given by name. */
      readonly isContainer: boolean;
    }
  | {
      readonly kind: "remote";
      readonly about: string;
      readonly url: string;
      readonly variables: Fields;
      readonly headers: readonly Fields[];
    }
  /** It cannot be used here, and why. */
  | { readonly kind: "none"; readonly about: string; readonly why: string };

/** All that an entry offers, packages first, as it lists them. */
export function waysOf({ packages, remotes }: RegistryEntry): readonly Way[] {
  return [...packages.map(packageWay), ...remotes.map(remoteWay)];
}

interface Runner {
  readonly command: string;
  readonly before: readonly string[];
  /** What the name of a package can be. */
  readonly form: RegExp;
  /** Where the packages come from that the command takes. */
  readonly home: RegExp;
  written(identifier: string, version: string | undefined): string;
}

const VERSION = /^[A-Za-z0-9][\w.+-]{0,100}$/;

const RUNNERS: ReadonlyMap<unknown, Runner> = new Map([
  [
    "npm",
    {
      command: "npx",
      before: ["-y"],
      form: /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i,
      home: /^https:\/\/registry\.npmjs\.org\/?$/,
      written: at,
    },
  ],
  [
    "pypi",
    {
      command: "uvx",
      before: [],
      form: /^[a-z0-9][\w.-]*$/i,
      home: /^https:\/\/pypi\.org(?:\/simple)?\/?$/,
      written: at,
    },
  ],
  [
    "oci",
    {
      command: "docker",
      before: ["run", "-i", "--rm"],
      form: /^[a-z0-9][\w./:@-]*$/i,
      home: /^https:\/\/(?:docker\.io|ghcr\.io)\/?$/,
      written: (identifier, version) =>
        version === undefined || /[:@][^/]*$/.test(identifier) ? identifier : `${identifier}:${version}`,
    },
  ],
]);

function at(identifier: string, version: string | undefined): string {
  return version === undefined ? identifier : `${identifier}@${version}`;
}

function packageWay(given: Fields): Way {
  const { registryType, identifier, version, transport, runtimeHint, registryBaseUrl } = given;
  const { runtimeArguments = [], packageArguments = [], environmentVariables = [] } = given;
  const runner = RUNNERS.get(registryType);
  const about = `${word(registryType)} ${word(identifier)}${version === undefined ? "" : ` ${word(version)}`}`;
  const none = (why: string): Way => ({ kind: "none", about, why });
  if (runner === undefined) return none("packages of npm, pypi and oci can be run");
  if (typeof identifier !== "string" || !runner.form.test(identifier)) return none("that is no name of a package");
  if (version !== undefined && (typeof version !== "string" || !VERSION.test(version) || version === "latest"))
    return none("its version is not one version");
  if (typeof registryBaseUrl === "string" && !runner.home.test(registryBaseUrl))
    return none(`it comes from another place than ${runner.command} takes packages from`);
  if (!isFields(transport) || transport.type !== "stdio") return none("it does not speak on standard input and output");
  if (runtimeHint !== undefined && runtimeHint !== runner.command)
    return none(`it wants to be run by something else than ${runner.command}`);
  if (![runtimeArguments, packageArguments, environmentVariables].every(isListOfFields))
    return none("its arguments and variables are not lists of objects");
  return {
    kind: "package",
    about,
    command: runner.command,
    before: runner.before,
    identifier: runner.written(identifier, version),
    runtimeArguments: listIn(runtimeArguments),
    packageArguments: listIn(packageArguments),
    environmentVariables: listIn(environmentVariables),
    isContainer: registryType === "oci",
  };
}

function remoteWay({ type, url, headers = [], variables = {} }: Fields): Way {
  const about = `${word(type)} ${word(url)}`;
  if (type !== "streamable-http") return { kind: "none", about, why: "servers are spoken with over streamable-http" };
  if (typeof url !== "string" || !isListOfFields(headers) || !isFields(variables))
    return { kind: "none", about, why: "its address, headers or variables are wrong" };
  return { kind: "remote", about, url, headers, variables };
}

function listIn(value: unknown): readonly Fields[] {
  return isListOfFields(value) ? value : [];
}

/** Characters of what is wrong. */
const MAX_WORD = 200;

function word(value: unknown): string {
  return typeof value === "string" ? value.slice(0, MAX_WORD) : "(no text)";
}
