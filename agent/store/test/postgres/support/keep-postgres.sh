#!/bin/sh
# keep-postgres.sh FOLDER POSTGRES OPTION...: runs a server for whoever holds the other end of standard input. When that end is closed,
# also because its process was killed, the server is ended and FOLDER removed. Lines on standard input: kill, stop, start.
folder=$1
shift
pid=

start() {
  "$@" >>"$folder/log" 2>&1 </dev/null &
  pid=$!
  echo "pid $pid"
}

end() {
  [ -n "$pid" ] && kill "-$1" "$pid" 2>/dev/null && wait "$pid" 2>/dev/null
  pid=
}

trap '' HUP INT TERM PIPE
start "$@"
while read -r word; do
  case $word in
  kill) end KILL && echo ended ;;
  stop) end INT && echo ended ;;
  start) start "$@" ;;
  esac
done
end QUIT
rm -rf "$folder"
