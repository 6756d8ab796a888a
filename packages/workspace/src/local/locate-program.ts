import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** The programs of this name in the absolute directories of a `PATH`, in its order, as paths. */
export async function locateProgram(name: string, path: string): Promise<readonly string[]> {
  if (!/^[\w.+-]+$/.test(name) || /^\.+$/.test(name)) return [];
  const file = process.platform === "win32" ? `${name}.exe` : name;
  const places = [...new Set(path.split(delimiter).filter(isAbsolute))].map((directory) => join(directory, file));
  const found = await Promise.all(places.map(isProgram));
  return places.filter((_, index) => found[index]);
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
