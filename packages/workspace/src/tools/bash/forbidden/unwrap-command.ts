import type { ShellWord } from "./word-text.ts";

/** How a program that runs another one takes its own arguments. */
interface Wrapper {
  /** Options that are followed by a value. */
  readonly valued: readonly string[];
  /** Arguments of its own before the other program: a duration, a lock file. */
  readonly own: number;
}

const wrapper = (valued = "", own = 0): Wrapper => ({ valued: valued.split(" ").filter(Boolean), own });

const PLAIN = wrapper();

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map([
  ["sudo", wrapper("-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot")],
  ["doas", wrapper("-u -C")],
  ["env", wrapper("-u -C --unset --chdir")],
  ["command", PLAIN],
  ["builtin", PLAIN],
  ["exec", wrapper("-a")],
  ["nohup", PLAIN],
  ["setsid", PLAIN],
  ["busybox", PLAIN],
  ["toybox", PLAIN],
  ["unbuffer", PLAIN],
  ["nice", wrapper("-n --adjustment")],
  ["ionice", wrapper("-c -n -p --class --classdata")],
  ["chrt", wrapper("-T -P -D", 1)],
  ["taskset", wrapper("", 1)],
  ["timeout", wrapper("-s -k --signal --kill-after", 1)],
  ["time", wrapper("-f -o --format --output")],
  ["stdbuf", wrapper("-i -o -e --input --output --error")],
  ["flock", wrapper("-w -E --timeout --conflict-exit-code", 1)],
  ["watch", wrapper("-n --interval")],
  ["xargs", wrapper("-I -n -P -L -s -d -E -a --max-args --max-procs --delimiter --arg-file --replace")],
  ["parallel", wrapper("-j --jobs -I")],
  ["strace", wrapper("-e -o -p -s -u")],
  ["chroot", wrapper("", 1)],
]);

/** The last component of a program's path. */
export function programName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

/**
 * What a command really runs: without `sudo`, `env A=1`, `timeout 5` and the like, however deep.
 */
export function unwrapCommand(words: readonly ShellWord[]): readonly ShellWord[] {
  let rest = words;
  for (let depth = 0; depth < 20; depth++) {
    const found = WRAPPERS.get(programName(rest[0]?.text ?? ""));
    if (found === undefined) return rest;
    rest = withoutOwn(rest.slice(1), found);
  }
  return rest;
}

function withoutOwn(words: readonly ShellWord[], { valued, own }: Wrapper): readonly ShellWord[] {
  let at = 0;
  let left = own;
  for (; at < words.length; at++) {
    const word = words[at]?.text;
    if (word === "--") continue;
    if (word !== undefined && valued.includes(word)) at += 1;
    else if (word === undefined || (!word.startsWith("-") && !/^\w+=/.test(word))) {
      if (left === 0) break;
      left -= 1;
    }
  }
  return words.slice(at);
}
