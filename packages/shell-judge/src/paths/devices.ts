import { denial, type Finding } from "../decide/finding.ts";
import type { PathUse } from "./path-judge.ts";

const FREE = /^\/dev\/(?:null|zero|full|u?random|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** Devices that hold nothing are free, sockets are denied; undefined: not a device of either kind. */
export function deviceFinding({ word, access }: PathUse): readonly Finding[] | undefined {
  if (word.form === "literal" && FREE.test(word.value)) return [];
  if (/^\/dev\/(?:tcp|udp)(?:\/|$)/.test(word.prefix))
    return [denial("/dev/tcp and /dev/udp open network connections.")];
  if (access === "edit" && /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|mapper|dm-|loop|mem|kmem)/.test(word.prefix)) {
    return [denial(`${word.prefix} is a device.`)];
  }
  return undefined;
}
