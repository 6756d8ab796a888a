/** Not bundled: the server reads the files of its page, and the store uses `node:sqlite`. */
export default { serverExternalPackages: ["@toolwright/core", "@toolwright/server", "@toolwright/store"] };
