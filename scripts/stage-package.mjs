// What of a package goes to its users, as a folder of its own. The code has the names and the lines of its source, so
// that no map is needed; all declarations stand in a few files; what only a clone needs stays behind.
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";

/** Writes the package of a folder of the repository, which was built, into a new folder, from where it is packed. */
export async function stagePackage({ cwd, folder }) {
  const manifest = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
  const stays = fileFilter(manifest);
  for (const name of ["README.md", "LICENSE", ...manifest.files].filter((name) => existsSync(join(cwd, name))))
    cpSync(join(cwd, name), join(folder, name), { recursive: true, filter: (path) => stays(relative(cwd, path)) });
  for (const file of globSync("dist/**/*.js", { cwd: folder })) takeMapOff(join(folder, file));
  await joinDeclarations({ cwd, folder, exports: manifest.exports });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(published(manifest), null, 2)}\n`);
}

/** A file that was joined is not needed a second time; a command of a package runs files that were not. */
function fileFilter({ bin, exports }) {
  const entries = Object.values(exports).map((entry) => entry.default.slice("./".length));
  const isJoined = bin === undefined && entries.some((file) => file.startsWith("dist/joined/"));
  const isCode = (file) => /^dist\/(?!joined\/).*\.js$/.test(file);
  return (file) => !/\.map$|^dist\/.*\.d\.ts$/.test(file) && !(isJoined && isCode(file) && !entries.includes(file));
}

function takeMapOff(file) {
  writeFileSync(file, readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=.*\n?$/, "\n"));
}

/** Each entry keeps its place; what several of them need stands beside them once. */
async function joinDeclarations({ cwd, folder, exports }) {
  const declared = Object.values(exports).filter(({ types }) => types.startsWith("./dist/"));
  const names = declared.map(({ types }) => types.slice("./dist/".length, -".d.ts".length));
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, resolve(cwd, "dist", `${name}.d.ts`)])),
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    // They are only joined: no compiler makes them anew.
    plugins: [dts({ dtsInput: true, emitDtsOnly: true, oxc: true, tsconfig: false, sourcemap: false })],
    // Nearly all of the time is that plugin's, and who packs can change nothing about it.
    checks: { bundlerTimings: false },
  });
  await bundle.write({ dir: join(folder, "dist"), format: "esm", chunkFileNames: "declared/[name].ts" });
  await bundle.close();
}

/** The manifest without what leads to sources, and without what only a clone does. */
function published({ exports, scripts: _, devDependencies: __, ...manifest }) {
  const entries = Object.entries(exports).map(([path, { "@toolwright/source": ___, ...entry }]) => [path, entry]);
  return { ...manifest, exports: Object.fromEntries(entries) };
}
