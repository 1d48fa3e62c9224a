#!/bin/bash
# with_zookeeper.sh [--revive] COMMAND...: three ZooKeeper servers on loopback while the command runs, and what it
# returned. The command finds them by DARUMA_ZOOKEEPER (host:port,...); the process of server N is in the file N/pid of
# the folder DARUMA_ZOOKEEPER_STATE. With --revive a server that died is started again after a second. Where the servers
# are not installed nothing runs, and 77 says so.
set -euo pipefail

readonly servers=3
readonly patience=200 # s; three servers that start beside other work on two cores may take more than 60
readonly jar=/usr/share/java/zookeeper.jar
if ! command -v java > /dev/null || [ ! -e "$jar" ]; then
  echo "SKIPPED: no ZooKeeper servers here; on Debian: apt-get install zookeeper default-jre-headless" >&2
  exit 77
fi

revive=no
if [ "${1:-}" = --revive ]; then
  revive=yes
  shift
fi

state=$(mktemp -d)
keepers=()
# shellcheck disable=SC2317 # called by the trap
stop() {
  touch "$state/over"
  local file keeper
  for keeper in "${keepers[@]}"; do
    while kill -0 "$keeper" 2> /dev/null; do
      for file in "$state"/*/pid; do kill -9 "$(cat "$file")" 2> /dev/null || true; done
      sleep 0.1
    done
  done
  rm -rf "$state"
}
trap stop EXIT

is_used() { (exec 3<> "/dev/tcp/127.0.0.1/$1") 2> /dev/null; }

# Ports that nobody listens on: a client's and two among servers for each.
base=0
while [ "$base" = 0 ]; do
  base=$((20000 + (RANDOM % 1000) * 10))
  for offset in 1 2 3 4 5 6 7 8 9; do
    if is_used $((base + offset)); then base=0; break; fi
  done
done

cat > "$state/log4j.properties" << END
log4j.rootLogger=WARN, F
log4j.appender.F=org.apache.log4j.FileAppender
log4j.appender.F.File=\${zookeeper.log.dir}/log
log4j.appender.F.layout=org.apache.log4j.PatternLayout
log4j.appender.F.layout.ConversionPattern=%d{ISO8601} %-5p %c{1} %m%n
END

# keep FOLDER: runs the server that is described there.
keep() {
  while [ ! -e "$state/over" ]; do
    java -Xms64m -Xmx256m -XX:+UseSerialGC "-Dzookeeper.log.dir=$1" \
      "-Dlog4j.configuration=file:$state/log4j.properties" -Dzookeeper.jmx.log4j.disable=true -cp "$state:$jar" \
      org.apache.zookeeper.server.quorum.QuorumPeerMain "$1/zoo.cfg" > "$1/out" 2>&1 < /dev/null &
    echo $! > "$1/pid"
    wait $! 2> /dev/null || true
    [ "$revive" = yes ] || return 0
    sleep 1
  done
}

for server in $(seq $servers); do
  folder=$state/$server
  mkdir "$folder"
  echo "$server" > "$folder/myid"
  {
    printf '%s\n' "dataDir=$folder" "clientPort=$((base + server))" clientPortAddress=127.0.0.1 tickTime=200 \
      initLimit=300 syncLimit=100 maxClientCnxns=0 minSessionTimeout=400 maxSessionTimeout=60000 \
      admin.enableServer=false 4lw.commands.whitelist=srvr
    for peer in $(seq $servers); do
      echo "server.$peer=127.0.0.1:$((base + servers + peer)):$((base + 2 * servers + peer))"
    done
  } > "$folder/zoo.cfg"
  keep "$folder" 2> /dev/null &
  keepers+=($!)
done

mode() {
  (exec 3<> "/dev/tcp/127.0.0.1/$1" && echo srvr >&3 && timeout 2 cat <&3) 2> /dev/null | sed -n 's/^Mode: //p'
}
for server in $(seq $servers); do
  until [[ $(mode $((base + server)) || true) =~ ^(leader|follower)$ ]]; do
    if [ "$SECONDS" -gt "$patience" ]; then
      echo "ZooKeeper server $server does not answer:" >&2
      tail -n 5 "$state/$server/out" "$state/$server/log" >&2 || true
      exit 1
    fi
    sleep 0.1
  done
done

DARUMA_ZOOKEEPER=$(printf '127.0.0.1:%d,' $((base + 1)) $((base + 2)) $((base + 3)) | sed 's/,$//')
DARUMA_ZOOKEEPER_STATE=$state
export DARUMA_ZOOKEEPER DARUMA_ZOOKEEPER_STATE
status=0
"$@" || status=$?
exit "$status"
