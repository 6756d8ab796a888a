const NAMES =
  "tar bsdtar unzip zip gzip gunzip bzip2 xz 7z cpio split csplit wget rsync scp sftp ssh ftp nc ncat netcat socat telnet " +
  "vi vim nvim view ex ed emacs nano pico less more most man info help gdb lldb strace ltrace perf expect screen tmux at " +
  "batch crontab watch parallel entr systemd-run systemctl service mount umount insmod modprobe iptables nft sysctl " +
  "xdg-open open patch sponge install-info update-alternatives apt apt-get dpkg yum dnf pacman brew snap flatpak " +
  "mail sendmail psql mysql sqlite3 mongosh redis-cli m4 gcc-ar ld env printenv history fc bind enable hash ulimit umask " +
  "unalias shopt set complete compgen disown suspend times";

/** Programs that can run others or write anywhere in more ways than are judged: no wildcard allows them. */
export const NEVER_BY_WILDCARD: ReadonlySet<string> = new Set(NAMES.split(" "));
