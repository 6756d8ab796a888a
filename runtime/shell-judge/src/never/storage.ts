import { byName } from "../read/by-name.ts";
import type { ShellWord } from "../read/shell-word.ts";

/** `words` among its operands or `needs` among its words erase something; with `tells` it only shows. */
interface Eraser {
  readonly words?: RegExp;
  readonly needs?: RegExp;
  readonly tells?: RegExp;
}

/** Programs for disks, and what they do to them for good. */
const ERASERS = byName<Eraser>({
  wipefs: { needs: /^-\w*[ao]|^--(?:all|offset)/ },
  "blkdiscard cfdisk pvcreate pvremove": { words: /^\/dev\// },
  cryptsetup: { words: /^(?:luksFormat|erase|luksErase|luksKillSlot|luksRemoveKey|reencrypt|create)$/ },
  diskutil: { words: /^(?:erase\w*|partitionDisk|zeroDisk|randomDisk|secureErase|reformat|resetFusion|appleRAID)$/i },
  sgdisk: { needs: /^-(?!-)\w*[Zzodn]|^--(?:zap|clear|delete|new|mbrtogpt)/ },
  "fdisk gdisk sfdisk": { words: /^\/dev\//, tells: /^(?:-[ldsx]|--(?:list|dump|json|show|verify))/ },
  parted: { words: /^(?:mklabel|mktable|mkpart|rm|resizepart|rescue)$/ },
  "vgremove lvremove fdformat": { words: /./ },
  zpool: { words: /^(?:destroy|labelclear|create)$/ },
  zfs: { words: /^destroy$/ },
  mdadm: { needs: /^--(?:zero-superblock|create)/ },
  nvme: { words: /^(?:format|sanitize|write|write-zeroes|delete-ns)$/ },
  hdparm: { needs: /^--(?:security-erase|trim|write|fwdownload|make-bad)/ },
  badblocks: { needs: /^-\w*[wn]/ },
  format: { words: /^[A-Za-z]:$/ },
});

const FILE_SYSTEM = /^(?:mkfs(?:\..+)?|mke2fs|mkswap|mkdosfs|mkntfs|newfs(?:_\w+)?)$/;

/** Why a command would take a disk or its file system away, or undefined. */
export function erasesDevice(name: string, args: readonly ShellWord[]): string | undefined {
  if (args.some((word) => /^(?:-V|-h|-\?|--help|--version)$/.test(word.value))) return undefined;
  if (FILE_SYSTEM.test(name)) {
    const nothing = args.length === 0 && !name.startsWith("mkfs");
    return nothing ? undefined : "Making a file system on a device is refused.";
  }
  const eraser = ERASERS.get(name);
  if (eraser === undefined) return undefined;
  const { words, needs, tells } = eraser;
  if (tells !== undefined && args.some(({ value }) => tells.test(value))) return undefined;
  const operands = args.filter(({ value }) => !value.startsWith("-"));
  const hit =
    (needs !== undefined && args.some(({ value }) => needs.test(value))) ||
    (words !== undefined && operands.some(({ value }) => words.test(value)));
  return hit ? `This would erase what a disk holds (${name}).` : undefined;
}
