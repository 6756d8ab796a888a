// Which package carries which pages: who writes a program, or an agent that does, finds them installed. Those
// of the runtime are in core, which everybody has, and those of the application in the package that serves it.
import { pageNames, type WrittenPage, writePages } from "./written-pages.ts";

/** Begin every set of pages. */
const FIRST = ["index", "pages"];

const OF_THE_SERVER =
  "a-session command demo durable editors folder-agent front-ends many-machines many-users postgres server tool-cards web when-it-rings";

/** How all this is made and came to be: in a project of a user these would be read in vain. */
const OF_THE_REPOSITORY =
  "architecture benchmarks changelog checks contributing function-host hosts incidents probes seeds";

export interface PackagePages {
  /** The folder of the package. */
  readonly folder: string;
  readonly pages: readonly WrittenPage[];
}

export interface WritePackagePagesOptions {
  /** The address of the repository. */
  readonly url?: string | undefined;
  /** Where the folders of the packages are, as `runtime/core`. */
  readonly root: string;
}

/** Writes `docs/` of the packages that carry pages. Their links lead to each other where both are installed. */
export function writePackagePages({ url, root }: WritePackagePagesOptions): readonly PackagePages[] {
  const server = OF_THE_SERVER.split(" ");
  const repository = OF_THE_REPOSITORY.split(" ");
  const isOfCore = (name: string) => ![...server, ...repository].includes(name);
  const core = { folder: "runtime/core", names: pagesThat(isOfCore) };
  const application = { folder: "agent/server", names: pagesThat((name) => [...FIRST, ...server].includes(name)) };
  return [
    { ...core, elsewhere: linksTo("server", application.names) },
    { ...application, elsewhere: linksTo("core", core.names) },
  ].map(({ folder, names, elsewhere }) => ({
    folder,
    pages: writePages({ folder: `${root}/${folder}/docs`, pictures: false, url, names, elsewhere }),
  }));
}

function pagesThat(belongs: (name: string) => boolean): ReadonlyMap<string, string> {
  return new Map([...pageNames()].filter(([, name]) => belongs(name.replace(/\.md$/, ""))));
}

/** From `node_modules/@toolwright/ONE/docs` to those of another. */
function linksTo(other: string, names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...names].map(([source, name]) => [source, `../../${other}/docs/${name}`]));
}
