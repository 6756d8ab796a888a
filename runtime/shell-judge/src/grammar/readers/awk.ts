/**
 * True when an awk program only computes and prints: it names nothing that runs commands, opens files or shows the
 * environment, not even in a string, and nothing behind its first `print` could be a pipe or a redirection. Only
 * `print` and `printf` have those, so that no word of it has to be told from another.
 */
export function awkProgramIsHarmless(program: string): boolean {
  const first = program.indexOf("print");
  return !UNSAFE_ANYWHERE.test(program) && (first === -1 || !/[|>]/.test(program.slice(first)));
}

const UNSAFE_ANYWHERE =
  /system|getline|close|fflush|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|BEGINFILE|ENDFILE|ARGV|ARGC|@|`|\$[{["'\\]|\\\n|\r/;
