// What npm runs before it packs a folder of a package: that would be what a clone needs, with conditions that lead to
// sources which are not there.
console.error("A package is packed from the root: npm run tarballs -- FOLDER. The release is npm run release.");
process.exit(1);
