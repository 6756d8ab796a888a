/**
 * A program of Windows, by its name without folders: what its words mean to it is not judged. From a Linux that stands
 * in Windows such programs run on the whole machine, beside every rule and every sandbox.
 */
export function isWindowsProgram(name: string): boolean {
  const folded = name.toLowerCase();
  return ENDINGS.test(folded) || NAMES.has(folded);
}

const ENDINGS = /\.(?:exe|com|bat|cmd|ps1|psm1|vbs|vbe|wsf|wsh|msc|msi|lnk|scr)$/;

const NAMES: ReadonlySet<string> = new Set(
  (
    "powershell powershell_ise pwsh cmd wsl wslview wscript cscript mshta rundll32 regsvr32 winpty schtasks bitsadmin certutil " +
    "msiexec wmic"
  ).split(" "),
);
