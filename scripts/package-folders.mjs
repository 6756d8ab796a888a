import { existsSync, readdirSync } from "node:fs";

/** The shelves on which packages stand: what people build on, and the application that is made of it. */
const SHELVES = ["runtime", "agent"];

/** The folders of all packages from the root of the repository, such as `runtime/core`. */
export function packageFolders() {
  return SHELVES.flatMap((shelf) => readdirSync(shelf).map((name) => `${shelf}/${name}`)).filter((folder) =>
    existsSync(`${folder}/package.json`),
  );
}
