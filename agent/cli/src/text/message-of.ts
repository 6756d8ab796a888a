/** The first line of what was thrown. */
export function messageOf(thrown: unknown): string {
  if (isNoHome(thrown)) return "The user has no home folder: set HOME to the path of one.";
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.split("\n", 1)[0] || "It failed without a word on why.";
}

/** Neither `HOME` nor the system's list of users names one. */
function isNoHome(thrown: unknown): boolean {
  return thrown instanceof Error && "syscall" in thrown && thrown.syscall === "uv_os_homedir";
}
