import { join, normalise } from "../paths/lexical.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { Place } from "../walk/place.ts";
import { type OptionGrammar, optionGrammar, readArguments } from "./read-arguments.ts";

interface Wrapper {
  readonly grammar: OptionGrammar;
  /** Operands before the command. */
  readonly skip: number;
}

/**
 * By name, of lines such as `flock | 1: s x w:text`: their names, the operands before the command if any, and their
 * options.
 */
function wrappers(text: string): ReadonlyMap<string, Wrapper> {
  const lines = text
    .trim()
    .replace(/\n {4}/g, " ")
    .split(/\n\s*/);
  return new Map(
    lines.flatMap((line) => {
      const [, names = "", skip = "0", options = ""] = /^([\w -]+?)(?: \| (\d))?:(.*)$/.exec(line) ?? [];
      const wrapper = { grammar: optionGrammar(`+ ${options}`), skip: Number(skip) };
      return names.split(" ").map((name) => [name, wrapper] as const);
    }),
  );
}

/** They run a command and change nothing that matters; with a known option they are seen through. */
const TRANSPARENT = wrappers(`
  timeout gtimeout | 1: k:text s:text v foreground preserve-status kill-after:text signal:text verbose
  nice: # n:text adjustment:text
  nohup builtin:
  time command: p
  stdbuf: i:text o:text e:text input:text output:text error:text
`);

/** They run a command as someone else, with other files, in another place or with words from elsewhere. */
const EXECUTING = wrappers(`
  sudo: A b E e H i K k n P S s V v u:text g:text h:text p:text C:text c:text D:text R:text r:text T:text t:text
    U:text user:text group:text chdir:text preserve-env? login shell non-interactive stdin
  doas: L n s u:text C:text a:text
  env: i 0 v u:text C:text S:text ignore-environment null unset:text chdir:text split-string:text debug
    block-signal? default-signal? ignore-signal?
  xargs: 0 a:text d:text E:text I:text i? L:text l? n:text P:text p r s:text t x null arg-file:text delimiter:text
    eof? replace? max-lines? max-args:text max-procs:text max-chars:text interactive no-run-if-empty verbose
    open-tty o
  watch: b c C d? e g n:text p q:text r t w x beep color differences? errexit chgexit interval:text precise no-title
    exec no-wrap
  setsid: c f w ctty fork wait
  flock | 1: s x e u n w:text o E:text F v c:text shared exclusive unlock nonblock timeout:text close
    conflict-exit-code:text no-fork verbose command:text
  ionice: c:text n:text t p:text class:text classdata:text ignore
  chrt | 1: a b f i m o r R T:text P:text D:text v
  taskset | 1: a c p
  chroot | 1: groups:text userspec:text skip-chdir
  unshare: m u i n p U C T f r c map-root-user fork mount-proc? mount uts ipc net pid user
  exec: c l a:text
  su: c:text l m p P s:text command:text login shell:text
  runuser: u:text c:text l m s:text command:text user:text
  script | 1: a c:text e f q O:text I:text B:text T:text command:text append return flush quiet
  busybox toybox fakeroot coproc dbus-run-session firejail proot eatmydata torsocks torify proxychains:
  proxychains4 gosu su-exec setpriv prlimit cpulimit chpst daemonize start-stop-daemon dumb-init tini faketime:
  entr catchsegv fakechroot linux32 linux64 setarch:
  pkexec: user:text
  parallel: # j:text k X m n:text N:text a:text jobs:text keep-order
  caffeinate: d i m s u t:text w:text
  systemd-run: P p:text t q user scope pipe wait unit:text property:text
  unbuffer: p
  nsenter: a t:text m u i n p U C
  strace ltrace: f o:text e:text p:text s:text
  gdb: q
`);

/** A command that runs another one. */
export interface Wrapped {
  /** `transparent` is seen through, `executing` always asks. */
  readonly kind: "transparent" | "executing";
  /** The commands it may run: one, or, when its options are not known, each rest of its words. */
  readonly payloads: readonly (readonly ShellWord[])[];
  /** Texts that it gives to a shell. */
  readonly texts: readonly ShellWord[];
  /** Every option is known. */
  readonly understood: boolean;
  /** Where they run it, if not here. */
  readonly moves?: ShellWord | undefined;
}

/** Sees through a wrapper by its name. Undefined: it is none. */
export function unwrap(name: string, args: readonly ShellWord[]): Wrapped | undefined {
  const transparent = TRANSPARENT.get(name);
  const found = transparent ?? EXECUTING.get(name);
  if (found === undefined) return undefined;
  const read = readArguments(args, found.grammar);
  const understood = read.unknown.length === 0 && read.open.length === 0;
  const operands = name === "env" ? afterAssignments(read.operands) : read.operands.slice(found.skip);
  const suffixes = args.slice(0, 40).map((_, index) => args.slice(index));
  const values = read.options.filter(({ name: option }) => /^-[cS]$|^--(?:command|split-string)$/.test(option));
  return {
    kind: transparent === undefined ? "executing" : "transparent",
    payloads: understood ? [operands].filter((words) => words.length > 0) : suffixes,
    texts: [...values.flatMap(({ value }) => value ?? []), ...operands.filter(isText)],
    understood,
    moves: read.options.find(({ name: option }) => MOVES.get(name)?.test(option))?.value,
  };
}

/** Options with which a wrapper changes the directory first. */
const MOVES = new Map([
  ["env", /^(?:-C|--chdir)$/],
  ["sudo", /^(?:-D|--chdir)$/],
]);

/** `watch 'a b'` and `flock file -c 'a b'` give a text to a shell. */
function isText(word: ShellWord, index: number, all: readonly ShellWord[]): boolean {
  return (index === 0 && /\s/.test(word.value)) || /^(?:-c|--command)$/.test(all[index - 1]?.value ?? "");
}

function afterAssignments(words: readonly ShellWord[]): readonly ShellWord[] {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word.value));
  return first < 0 ? [] : words.slice(first);
}

/** Where a wrapper runs its command: `env -C DIR`. */
export function movedBy({ moves }: Wrapped, place: Place): Place {
  if (moves === undefined) return place;
  const known = moves.form === "literal" && !moves.tilde;
  const directories = known ? place.directories?.map((one) => normalise(join(one, moves.value))) : undefined;
  return { ...place, directories };
}
