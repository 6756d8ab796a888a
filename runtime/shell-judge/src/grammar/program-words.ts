import { runsProjects } from "./programs/programs.ts";

/** What a program could do with words that are not known, as the rest of a sentence about it. */
export function couldOf(name: string): string {
  if (name === "git") return "could run programs or change the repository";
  if (/^(?:docker|podman)$/.test(name)) return "could start programs that reach all of this machine";
  if (/^(?:kubectl|gh)$/.test(name)) return "could change something on another machine";
  if (/^(?:curl|wget)$/.test(name)) return "could send files to another machine, or write them on this one";
  return runsProjects(name) ? "could run any code" : "could read or write other files, or run a program";
}

/** Why what a command does stays done. */
export function lossOf(command: string): string {
  return command === "curl" ? "changes something on a server, which cannot be taken back" : "cannot be taken back";
}

/** What a command changes that every wildcard still asks about. */
export function changeOf(command: string): string {
  return CHANGES[command] ?? "can run programs or change what others obey";
}

const CHANGES: Readonly<Record<string, string | undefined>> = {
  ln: "makes a second name, under which another file is read or written",
  "docker inspect": "can show secrets that a container was given",
  "podman inspect": "can show secrets that a container was given",
  "git push": "sends the repository to an address that it is not configured with",
  "git config": "can change what git runs, or show what it is configured with",
};
