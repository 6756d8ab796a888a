import { fromHome } from "../text/from-home.ts";
import { printableLine } from "../text/printable.ts";
import { gitBranch } from "./git-branch.ts";

/** Where it works, for who has several terminals open. */
export async function placeWords(root: string): Promise<string> {
  const branch = await gitBranch(root);
  return printableLine(`in ${fromHome(root)}${branch === undefined ? "" : ` on ${branch}`}`);
}
