import { readByGrammar } from "../grammar/grammar-guard.ts";
import { isKnownInPart } from "../grammar/programs/programs.ts";
import type { PathUse } from "../paths/path-use.ts";
import type { ShellWord } from "../read/shell-word.ts";
import { type Finding, forced, guard } from "../verdict/finding.ts";
import type { CommandReading, CommandView, Guard } from "./command-view.ts";
import { guardGeneric } from "./guard-generic.ts";
import { guardInterpreter, isInterpreter } from "./guard-interpreter.ts";
import { heldBySandbox } from "./held-by-sandbox.ts";
import { isWindowsProgram } from "./windows-programs.ts";

/** Reads a command by the grammar of its program; without one it needs a rule, sometimes more than a wildcard. */
export function readCommand(view: CommandView): CommandReading {
  const own = GUARDS.get(view.name);
  if (own !== undefined) return own(view);
  const read = readByGrammar(view);
  if (read?.read !== undefined) return read;
  const known = isKnownInPart(view.name) ? undefined : read;
  const reading = known ?? (isInterpreter(view.name) ? guardInterpreter(view) : guardGeneric(view));
  const always = NEVER_BY_WILDCARD.has(view.name) ? [guard(`${view.name} ${couldAlways(view.name)}.`)] : [];
  // Such a program may write what it is told of.
  const told =
    always.length === 0 || known === undefined
      ? []
      : reading.paths.map((use): PathUse => ({ ...use, access: "edit", counts: "asked-denials" }));
  const given = { ...reading, findings: [...reading.findings, ...always], paths: [...reading.paths, ...told] };
  const held = heldBySandbox(view, given);
  const elsewhere = isWindowsProgram(view.name)
    ? [guard(`${view.name} is a program of Windows: it reaches the whole machine, and its words are not judged.`)]
    : [];
  const shown = showsSecrets(view);
  return { ...held, findings: [...held.findings, ...shown, ...irreversible(view.name, view.args), ...elsewhere] };
}

/** Keepers of passwords and keys. */
const KEEPERS: ReadonlySet<string> = new Set(
  "gpg gpg2 age sops vault pass gopass op bw lpass security secret-tool keyring ssh-keygen ssh-add".split(" "),
);

const SHOWS = /^(?:credentials|secrets?):show$|^user-secrets$|^print-(?:access|identity)-token$|^env:(?:list|get)$/;

/** In a sandbox the places where they keep them are hidden. */
function showsSecrets({ name, args }: CommandView): readonly Finding[] {
  const word = KEEPERS.has(name) ? undefined : args.slice(0, MOST_SUBCOMMANDS).find(({ value }) => SHOWS.test(value));
  if (word === undefined && !KEEPERS.has(name)) return [];
  const said = word === undefined ? name : `${name} ${word.value}`;
  return [{ ...guard(`${said} can show what is secret, or change it.`), contained: true }];
}

const HARMLESS: CommandReading = { findings: [], paths: [], harmless: true };

const COMPARES = /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

const LOOKS = /^-[b-hknprstuwxzGLNOS]$/;

/**
 * `[ -v 'a[$(cmd)]' ]` runs the subscript; looking at files does not open them. A word that is only known when it runs
 * may turn into that `-v`, unless it stands beside a literal operator or alone.
 */
const guardBrackets: Guard = ({ args }) => {
  const words = args.at(-1)?.value === "]" ? args.slice(0, -1) : args;
  const named = words.some((word, index) => /^-[vR]$/.test(word.value) || mayBeOperator(word, index, words));
  const findings = named ? [guard("test on a variable's name can run commands.")] : [];
  return { findings, paths: [], harmless: true };
};

function mayBeOperator(word: ShellWord, index: number, words: readonly ShellWord[]): boolean {
  if (word.form === "literal") return false;
  if (word.splits) return true;
  if (words.length === 1) return false;
  const before = words[index - 1];
  const after = words[index + 1];
  return !(isOperator(before, LOOKS) || isOperator(before, COMPARES) || isOperator(after, COMPARES));
}

function isOperator(word: ShellWord | undefined, operators: RegExp): boolean {
  return word?.form === "literal" && operators.test(word.value);
}

/** `printf -v name` and the format `%n` set a variable, and a subscript in its name is run. */
const guardPrintf: Guard = ({ args }) => {
  const [first, second] = args;
  const format = first?.value === "--" ? second : first;
  if (format === undefined) return HARMLESS;
  const plain = format.form === "literal" && !(format === first && format.value.startsWith("-"));
  if (plain && !/%[^%A-Za-z]*[hlLjzt]*n/.test(format.value.replaceAll("%%", ""))) return HARMLESS;
  return { ...HARMLESS, findings: [guard("printf may set a variable here, which can run commands.")] };
};

const NAMES =
  "tar bsdtar unzip zip gzip gunzip bzip2 xz 7z cpio split csplit wget rsync scp sftp ssh ftp nc ncat netcat socat telnet " +
  "vi vim nvim view ex ed emacs nano pico less more most man info help gdb lldb strace ltrace perf expect screen tmux at " +
  "batch crontab watch parallel entr systemd-run systemctl service mount umount insmod modprobe iptables nft sysctl " +
  "xdg-open open patch sponge install-info update-alternatives apt apt-get dpkg yum dnf pacman brew snap flatpak " +
  "mail sendmail psql mysql sqlite3 mongosh redis-cli m4 gcc-ar ld env printenv http https xh aria2c lftp rclone s3cmd " +
  "ansible";

/** Programs that can run others or write anywhere in more ways than are judged: no wildcard allows them. */
const NEVER_BY_WILDCARD: ReadonlySet<string> = new Set(NAMES.split(" "));

/** What the shell answers to itself and no grammar of words describes. */
const GUARDS = new Map<string, Guard>([
  ["echo", () => HARMLESS],
  ["printf", guardPrintf],
  ["test", guardBrackets],
  ["[", guardBrackets],
]);

function couldAlways(name: string): string {
  return /^(?:env|printenv)$/.test(name)
    ? "shows what a shell holds, secrets too"
    : "can run programs or write files in ways that are not judged";
}

/** Beginnings of commands that cannot be taken back, options between them not counted. */
const IRREVERSIBLE = `
  npm publish, npm unpublish, npm deprecate, npm dist-tag, npm owner, npm access, npm token, npm star,
  yarn publish, yarn npm publish, pnpm publish, bun publish, lerna publish, changeset publish,
  npx changeset publish, cargo publish, cargo yank, gem push, gem yank, twine upload, poetry publish, uv publish,
  flit publish, hatch publish, docker push, docker system prune, docker volume rm, podman push, helm push,
  mvn deploy, gradle publish, dotnet nuget push, vsce publish, ovsx publish, gh repo delete, gh release create,
  gh release delete, gh pr merge, gh workflow run, gh secret, gh api, glab mr merge, terraform apply,
  terraform destroy, tofu apply, tofu destroy, pulumi up, pulumi destroy, kubectl delete, kubectl apply,
  kubectl drain, kubectl replace, aws, gcloud, az, fly deploy, flyctl deploy, vercel, netlify deploy, heroku,
  wrangler deploy, wrangler publish, firebase deploy, serverless deploy, sls deploy, shred, truncate, dropdb,
  shutdown, reboot, halt, poweroff, rimraf, npx rimraf, fdisk, parted, wipefs, mysqladmin, redis-cli flushall,
  userdel, usermod, passwd, crontab, kill, killall, pkill, trash, init, prisma migrate reset, prisma db push,
  drizzle-kit push, supabase db reset, helm uninstall, terraform state rm, gsutil rm, etcdctl del, cmake rm,
  cmake remove_directory, sls remove, serverless remove, sst remove, helm install, helm upgrade, helm rollback,
  ansible-playbook, terraform state push, terraform force-unlock, terraform import, tofu state push, gsutil cp,
  gsutil mv, gsutil rsync, semantic-release, fly ssh, fly secrets, flyctl ssh, flyctl secrets, wrangler secret
`
  .trim()
  .split(/,\s+/)
  .map((text) => text.split(" "));

/**
 * Subcommands that take data, servers and volumes away, of programs that nobody knows: a rule that was saved for
 * `rails db:migrate` or `npx prisma migrate dev` holds for the whole program.
 */
const TAKES_AWAY =
  /^(?:[\w-]+[:.-])?(?:delete|destroy|drop|purge|wipe|nuke|flush(?:all|db)?)(?:[-_]\w+)*$|^\w+[:.](?:reset|fresh|rollback)$/i;

/** Forced asks by name. */
function irreversible(name: string, args: readonly ShellWord[]): readonly Finding[] {
  const words = [name, ...args.map((word) => word.value).filter((value) => !value.startsWith("-"))];
  const hit = IRREVERSIBLE.find((begin) => begin[0] === name && containsInOrder(words, begin));
  const subcommands = words.slice(1, MOST_SUBCOMMANDS + 1).map((word) => word.replace(/,$/, ""));
  const taking =
    subcommands.find((word) => TAKES_AWAY.test(word) || (PUTS_OUT.test(word) && !PUTS_HERE.has(name))) ??
    args.find(({ value }) => /^--(?:vacuum|delete|purge)-?/.test(value))?.value;
  if (hit === undefined) return taking === undefined ? [] : [forced(`${name} ${taking} cannot be taken back.`)];
  if (CLOUDS.test(hit.join(" ")) && onlyLists(words) && !args.some(({ value }) => ELSEWHERE.test(value))) return [];
  const said = hit.join(" ");
  if (!CLOUDS.test(said)) return [forced(`${said} cannot be taken back.`)];
  return [forced(`${said} can change what runs elsewhere, and not all of that can be taken back.`)];
}

/** Subcommands that put something where others take it from, of programs that nobody knows. */
const PUTS_OUT = /^(?:[\w-]+[:.-])?(?:publish|deploy|upload|push)$/;

/** `dotnet publish` makes a folder here. */
const PUTS_HERE = new Set(["dotnet"]);

/** `doctl compute droplet delete`, and the value of an option before it. */
const MOST_SUBCOMMANDS = 4;

/** Options with which a request goes to another server, or takes a file along. */
const ELSEWHERE = /^--(?:endpoint-url|cli-input|ca-bundle|no-verify-ssl)/;

/** Programs that do everything with what runs elsewhere, from looking to deleting. */
const CLOUDS = /^(?:aws|gcloud|az|vercel|heroku|gh api|gh secret)$/;

/** `aws s3 ls`; not where a word speaks of what is secret, and not where a file of this machine is sent along. */
function onlyLists([name, , verb = "", ...rest]: readonly string[]): boolean {
  const looks = name === "aws" && /^(?:ls|list-[a-z-]+|describe-[a-z-]+)$/.test(verb);
  return looks && ![verb, ...rest].some((word) => /secret|token|passw|credential|kms|ssm|sso|key|file|=/i.test(word));
}

/** The value of an option may stand between two words. */
function containsInOrder(words: readonly string[], begin: readonly string[]): boolean {
  let at = 0;
  for (const word of words.slice(0, begin.length + 2)) if (word === begin[at]) at++;
  return at === begin.length;
}
