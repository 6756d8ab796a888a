import { denial, type Finding, forbidden } from "../verdict/finding.ts";
import type { Directories } from "../walk/place.ts";
import type { PathUse } from "./path-use.ts";

const FREE = /^\/dev\/(?:null|zero|full|u?random|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** Devices that hold nothing are free, sockets are denied; undefined: not a device of either kind. */
export function deviceFinding({ word, access }: PathUse, directories: Directories): readonly Finding[] | undefined {
  if (word.form === "literal" && FREE.test(word.value)) return [];
  if (/^\/dev\/(?:tcp|udp)(?:\/|$)/.test(word.prefix))
    return [denial("/dev/tcp and /dev/udp open network connections.")];
  if (access === "edit" && word.form === "literal" && isDevice(word.value, directories)) {
    return [forbidden(`This would write onto the device ${word.value}.`)];
  }
  return undefined;
}

const OF_MACHINE =
  /^\/(?:proc\/(?:cpuinfo|meminfo|version|loadavg|uptime)|(?:etc|usr\/lib)\/os-release|etc\/(?:lsb-release|debian_version))$/;

/** Files outside of every workspace that say what kind of machine this is, and nothing of a person. */
export function tellsOfMachine(path: string): boolean {
  return OF_MACHINE.test(path);
}

/** Device files that programs write to without harm; `cp x /dev/null` has a name in it that is not there. */
const HARMLESS_DEVICE =
  /^\/dev\/(?:(?:null|zero|full|u?random|tty|stdin|stdout|stderr|ptmx|console|log)(?:\/[^/]*)?|(?:fd|shm|pts|mqueue|tcp|udp)\/.*)$/;

/** A device that holds data or drives hardware. */
export function isDevice(path: string, directories: Directories): boolean {
  const texts = path.startsWith("/") ? [path] : (directories ?? []).map((one) => `${one}/${path}`);
  return texts.some((text) => /^\/dev\/./.test(plain(text)) && !HARMLESS_DEVICE.test(plain(text)));
}

function plain(path: string): string {
  return path.replace(/\/+(?:\.\/+)*/g, "/");
}
