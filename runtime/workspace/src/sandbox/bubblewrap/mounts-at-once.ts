import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Arguments } from "../../workspace/processes.port.ts";
import { probe } from "../probe.ts";
import type { GuardedPath } from "../sandbox.port.ts";
import { type BubblewrapFacts, STAND_INS, twoBubblewraps } from "./bubblewrap-arguments.ts";
import { withFilter } from "./with-filter.ts";

/** The programs, and the folder of the sandbox. */
interface MountsAtOnceOptions {
  readonly bubblewrap: string;
  readonly mount: string;
  readonly folder: string;
}

/** A start, and what is to be done when its command has ended. */
export interface StartAtOnce {
  wrap(command: Arguments): Arguments;
  release(): Promise<void>;
}

/** Between the two, with the right to mount. */
const MOUNT_ALL = '"$0" -a -T /proc/self/fd/8 >&2 && exec "$@" 8<&-';

/** Can what takes the place of a file be read, or be given a mode in which it can? */
const IS_HELD = '! { : <"$0"; } 2>/dev/null && ! chmod 700 "$0" 2>/dev/null';

/**
 * Hides many files with one call of `mount` in a first bubblewrap, in which a second one starts. For each of its own
 * mounts bubblewrap reads the list of all: 1,000 take it several seconds, and `mount` a tenth of one.
 */
export class MountsAtOnce {
  readonly #options: MountsAtOnceOptions;
  #works: Promise<boolean> | undefined;
  #count = 0;

  constructor(options: MountsAtOnceOptions) {
    this.#options = options;
  }

  /** Undefined: this machine does not let it, because the first one is given no right to mount, for example. */
  async start(facts: BubblewrapFacts): Promise<StartAtOnce | undefined> {
    this.#works ??= this.#tried(facts);
    return (await this.#works) ? this.#start(facts) : undefined;
  }

  async #tried(facts: BubblewrapFacts): Promise<boolean> {
    const path = "/tmp/.tried";
    const file = join(facts.scratch, ".tried");
    await writeFile(file, "");
    const { wrap, release } = await this.#start({ ...facts, cwd: "/", absent: [{ path, kind: "file" }] });
    const failure = await probe(wrap(["/bin/bash", "-c", IS_HELD, path]));
    await Promise.all([release(), rm(file, { force: true })]);
    return failure === undefined;
  }

  async #start(facts: BubblewrapFacts): Promise<StartAtOnce> {
    const { bubblewrap, mount, folder } = this.#options;
    const table = join(folder, `mounts-${(this.#count += 1)}`);
    await writeFile(table, mountTable(facts.absent), { mode: 0o600 });
    const { first, second } = twoBubblewraps(facts);
    const between = ["/bin/bash", "-p", "-c", MOUNT_ALL, mount, bubblewrap, ...second, "--"];
    return {
      wrap: (command) => withFilter(folder, [bubblewrap, ...first, "--", ...between, ...command], table),
      release: () => rm(table, { force: true }),
    };
  }
}

/** In the form of `/etc/fstab`. */
function mountTable(absent: readonly GuardedPath[]): string {
  const lines = absent.map(({ path, kind }) => {
    const standIn = kind === "file" ? STAND_INS.file : STAND_INS.folder;
    return `${standIn} ${path.replace(NOT_PLAIN, inOctal)} none bind 0 0\n`;
  });
  return lines.join("");
}

/** Blanks, control characters and the backslash. */
const NOT_PLAIN = /[^!-[\]-~\u0080-\uffff]/g;

function inOctal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
}
