import type { Grammar } from "../grammar.ts";

const TESTS =
  "-amin:data -atime:data -cmin:data -ctime:data -mmin:data -mtime:data -used:data -size:data -type:data -xtype:data " +
  "-name:only -iname:only -path:data -ipath:data -wholename:data -iwholename:data -regex:data -iregex:data " +
  "-regextype:data -lname:data -ilname:data -perm:data -user:data -group:data -uid:data -gid:data -inum:data " +
  "-links:data -fstype:data -maxdepth:number -mindepth:number -newermt:data -newerct:data -newerat:data -context:data " +
  "-newer:read -anewer:read -cnewer:read -samefile:read";

const WORDS =
  "-H -L!asks -P -O0 -O1 -O2 -O3 -a -and -o -or -not -print -print0 -printf:data -ls -prune -quit -empty -true -false " +
  "-executable -readable -writable -nouser -nogroup -daystart -depth -d -follow!asks -mount -xdev -noleaf -nowarn -warn " +
  "-ignore_readdir_race -noignore_readdir_race -help --help -version --version -delete!loses " +
  "-exec:command -execdir:command!asks";

/** GNU find. Its brackets, commas and `!` are operands to the shell; what it lists are names. */
export const find: Grammar = {
  names: "find gfind",
  versions: ["GNU findutils 4.9", "GNU findutils 4.10"],
  style: "words",
  effect: "reads",
  options: `${TESTS} ${WORDS}`,
  operands: "read*",
};
