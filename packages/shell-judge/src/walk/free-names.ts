/** Programs read these from their environment, though they are written small. */
const READ_BY_PROGRAMS = /_proxy$|^(?:npm|yarn|pnpm|pip|cargo|rustup|conda|uv)_|^(?:histchars|auto_resume)$/;

/** Names of a line's own variables: written small, as no variable is that programs obey; and single capital letters. */
export function isFreeName(name: string): boolean {
  return /^(?:[a-z][a-z0-9_]*|[A-Z])$/.test(name) && !READ_BY_PROGRAMS.test(name);
}
