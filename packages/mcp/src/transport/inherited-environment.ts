/** What a server program inherits: where things are and which language is spoken, nothing that may be a secret. */
const INHERITED =
  "PATH HOME USER LOGNAME SHELL LANG LC_ALL LC_CTYPE TERM TMPDIR TZ " +
  "APPDATA LOCALAPPDATA COMSPEC PATHEXT PROGRAMFILES SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR";

/** The environment of a server program: a few variables of this process, then its own. */
export function inheritedEnvironment(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const inherited = INHERITED.split(" ").flatMap((name) => {
    const value = process.env[name];
    // What a shell exports as a function would run in every shell that the program starts.
    return value === undefined || value.startsWith("()") ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), ...own };
}
