import { grammars } from "../grammar/notation.ts";
import { isRead, readGrammar } from "../grammar/read-grammar.ts";
import { literalWord, type ShellWord, tailOf } from "../read/shell-word.ts";
import { type Finding, guard } from "../verdict/finding.ts";
import { movedTo, type Place } from "../walk/place.ts";

/** They run a command and change nothing that matters; with a known option they are seen through. */
const TRANSPARENT = new Map(
  grammars(`
timeout gtimeout | GNU coreutils 9.1 | posix
  reads data? command* -k,--kill-after=data -s,--signal=data -v,--verbose --foreground --preserve-status
nice | GNU coreutils 9.1 | posix
  reads command* -# -n,--adjustment=data
nohup builtin | bash 5.2 | posix
  reads command*
time command | bash 5.2 | posix
  reads command* -p
stdbuf | GNU coreutils 9.1 | posix
  reads command* -i,--input=data -o,--output=data -e,--error=data
`),
);

const OTHERS =
  "watch xargs gxargs doas setsid ionice unshare exec su runuser busybox toybox fakeroot coproc dbus-run-session " +
  "firejail proot eatmydata torsocks torify proxychains proxychains4 gosu su-exec setpriv prlimit cpulimit chpst " +
  "daemonize start-stop-daemon dumb-init tini faketime entr catchsegv fakechroot linux32 linux64 setarch pkexec " +
  "parallel concurrently watchexec onchange reflex caffeinate systemd-run unbuffer nsenter strace ltrace gdb";

/**
 * They run a command as someone else, with other files, in another place or with words from elsewhere. All of them ask:
 * options are known of those that are typed every day, and after others each word may begin the command. `=code` is a
 * text that a shell runs, `=cd` the directory of the command.
 */
const EXECUTING = new Map(
  grammars(`
sudo | sudo 1.9 | posix
  asks command*
    -A -b -E -e -H -i,--login -K -k -n,--non-interactive -P -S,--stdin -s,--shell -V -v -u,--user=data -g,--group=data
    -h=data -p=data -C=data -c=data -D,--chdir=cd -R=data -r=data -T=data -t=data -U=data --preserve-env?=data
env | GNU coreutils 9.1 | posix
  asks command*
    -i,--ignore-environment -0,--null -v,--debug -u,--unset=data -C,--chdir=cd -S,--split-string=code
    --block-signal?=data --default-signal?=data --ignore-signal?=data
flock chrt taskset chroot script | any | posix
  asks data? command*
${OTHERS} | any | posix
  asks command*
`),
);

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
  const grammar = (TRANSPARENT.get(name) ?? EXECUTING.get(name))?.();
  if (grammar === undefined) return undefined;
  const kind = TRANSPARENT.has(name) ? "transparent" : "executing";
  const reading = readGrammar([literalWord(name), ...args], grammar);
  if (!isRead(reading)) {
    const payloads = args.slice(0, 40).map((_, index) => args.slice(index));
    return { kind, payloads, texts: args.flatMap(textAt), understood: false };
  }
  const words = reading.operands.filter(({ role }) => role.name === "command").map(({ word }) => word);
  const first = words.findIndex(({ value }) => value !== "--" && !(name === "env" && /^[A-Za-z_]\w*=/.test(value)));
  const payload = first < 0 ? [] : words.slice(first);
  const texts = reading.options.filter(({ role }) => role.name === "code").map(({ word }) => word);
  return {
    kind,
    payloads: payload.length === 0 ? [] : [payload],
    texts: [...texts, ...payload.filter(isText)],
    understood: true,
    moves: reading.options.find(({ role }) => role.name === "cd")?.word,
  };
}

/** `watch 'a b'` and `flock file -c 'a b'` give a text to a shell. */
function isText(word: ShellWord, index: number, all: readonly ShellWord[]): boolean {
  return (index === 0 && /\s/.test(word.value)) || TEXT_FOLLOWS.test(all[index - 1]?.value ?? "");
}

const TEXT_FOLLOWS = /^(?:-\w*[cS]|--(?:command|split-string))$/;

/** The same where the options are not known. */
function textAt(word: ShellWord, index: number, all: readonly ShellWord[]): readonly ShellWord[] {
  const glued = /^(?:-[cS]|--(?:command|split-string)=)(?=.)/.exec(word.value)?.[0].length;
  if (glued !== undefined) return [tailOf(word, glued)];
  return /\s/.test(word.value) || isText(word, index, all) ? [word] : [];
}

/** Where a wrapper runs its command: `env -C DIR`. */
export function movedBy({ moves }: Wrapped, place: Place): Place {
  return moves === undefined ? place : { ...place, directories: movedTo(moves, place.directories) };
}

/** What asks about a program that runs another one, beside what is asked about that one. */
export function wrapperFindings(name: string, { kind, understood, payloads }: Wrapped): readonly Finding[] {
  if (payloads.length > 0) {
    if (kind === "executing") return [guard(`${name} runs another command; no rule allows it.`)];
    return understood ? [] : [guard(`${name} could run another command than it seems to.`)];
  }
  if (name === "env") return [guard("env shows the environment, which may hold secrets.")];
  return [guard(`${name} is called without a command.`)];
}
