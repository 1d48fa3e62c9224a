#!/bin/bash
# with_management.sh COMMAND...: a management network on loopback while the command runs, and what it returned: the
# BMCs of two nodes (ipmi_sim), and the agents (snmpd) of the switch between them and of the one that the BMCs are
# plugged into. The command finds where they are asked in the file DARUMA_MANAGEMENT; in its folder are the processes
# (bmc0.pid, bmc1.pid, switch0.pid, switch1.pid) and, for each
# BMC, what its sensors read (bmc0/1: sensor 1, in steps or its states as bits) and which they are (bmc0/names: number,
# step, name). Where the programs are not installed nothing runs, and 77 says so.
set -euo pipefail

for program in ipmi_sim snmpd; do
  if ! command -v "$program" > /dev/null; then
    echo "SKIPPED: no $program here; on Debian: apt-get install openipmi snmpd" >&2
    exit 77
  fi
done

platforms=$(dirname -- "$(readlink -f -- "$0")")/../../../../platforms
state=$(mktemp -d)
# shellcheck disable=SC2317 # called by the trap
stop() {
  local file
  for file in "$state"/*.pid; do { kill -9 "$(cat "$file")" && wait "$(cat "$file")"; } 2> /dev/null || true; done
  rm -rf "$state"
}
trap stop EXIT

# Whether somebody takes what comes to this port, by TCP or UDP.
is_used() { grep -qi ":$(printf %04x "$1") [0-9a-f]*:0000 " /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6; }

# Ports that nobody listens on: 0 and 1 of the BMCs, 2 and 3 of the switches' agents.
base=0
while [ "$base" = 0 ]; do
  base=$((20000 + (RANDOM % 1000) * 10))
  for offset in 0 1 2 3; do
    if is_used $((base + offset)); then base=0; break; fi
  done
done

hexadecimal() { printf ' 0x%02x' "$@"; }
characters() { for ((i = 0; i < ${#1}; i++)); do printf '%d ' "'${1:i:1}"; done; }

# sensor NUMBER TYPE CODE VALUE: read from a file every 20 ms. From 2.0.37 on ipmi_sim gives readings of no other ones.
sensor() {
  echo "$4" > "$folder/$1"
  echo "sensor_add 0x20 0 $1 $2 $3 poll 20 file \"$folder/$1\""
}
# Sensors are described as IPMI 2.0 does it, sections 43.1 and 43.2 of its specification.
# analog NUMBER ENTITY INSTANCE TYPE UNIT STEP VALUE NAME: a full record; reads STEP times VALUE.
analog() {
  local -a letters record
  read -ra letters <<< "$(characters "$8")"
  record=(0x20 0 "$1" "$2" "$3" 0x7f 0x48 "$4" 1 0 0 0 0 0 0 0 "$5" 0 0 "$6" 0 0 0 0 0 0 "$7" 0 0 255 0 0 0 0 0 0 0
    0 0 0 0 0 $((0xc0 | ${#8})) "${letters[@]}")
  sensor "$1" "$4" 0x01 "$7"
  printf '%s\n' "sensor_set_event_support 0x20 0 $1 enable scanning per-state$(printf ' %015d' 0 0 0 0)" \
    "main_sdr_add 0x20$(hexadecimal 0 0 0x51 1 ${#record[@]} "${record[@]}")"
  echo "$1 $6 $8" >> "$folder/names"
}
# states NUMBER ENTITY INSTANCE TYPE NAME: a compact record; 15 states, none of them there.
states() {
  local -a letters record
  read -ra letters <<< "$(characters "$5")"
  record=(0x20 0 "$1" "$2" "$3" 0x67 0x40 "$4" 0x6f 0xff 0x7f 0xff 0x7f 0xff 0x7f 0xc0 0 0 1 0 0 0 0 0 0 0
    $((0xc0 | ${#5})) "${letters[@]}")
  local all=111111111111111
  sensor "$1" "$4" 0x6f 0
  printf '%s\n' "sensor_set_event_support 0x20 0 $1 enable scanning per-state $all $all $all $all" \
    "main_sdr_add 0x20$(hexadecimal 0 0 0x51 2 ${#record[@]} "${record[@]}")"
  echo "$1 1 $5" >> "$folder/names"
}

# The sensors that platforms/devices asks for.
describe() {
  printf '%s\n' "mc_setbmc 0x20" "mc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f 0x1291 0xf02" "mc_enable 0x20"
  analog 1 3 1 0x01 1 1 45 "CPU Temp"
  analog 2 29 1 0x04 18 100 60 "CPU Fan"
  states 3 3 1 0x07 "CPU Status"
  states 4 32 1 0x0c "DIMM ECC"
  states 5 4 1 0x0d "Drive"
  states 6 4 2 0x0d "Drive Controller"
  states 7 10 1 0x08 "PSU"
  states 8 11 1 0x14 "NIC Fault"
  states 9 11 2 0x14 "NIC Power"
  states 10 11 3 0x27 "NIC Link"
}

for node in 0 1; do
  folder=$state/bmc$node
  mkdir "$folder"
  describe > "$folder.emu"
  {
    printf '%s\n' "name \"node$node\"" "set_working_mc 0x20" "startlan 1" "addr 127.0.0.1 $((base + node))" \
      "priv_limit admin" "guid $(printf '%032x' $((base + node)))"
    for level in callback user operator admin; do echo "allowed_auths_$level none md2 md5 straight"; done
    printf '%s\n' "endlan" 'user 2 true "monitor" "watch" user 10 none md2 md5 straight'
  } > "$folder.conf"
  ipmi_sim -n -c "$folder.conf" -f "$folder.emu" -s "$folder" > "$folder.log" 2>&1 < /dev/null &
  echo $! > "$folder.pid"
done

# Each an snmpd that says nothing of this machine's network but what is told here: ifOperStatus, ifLastChange (0.01 s
# after its start) and ifConnectorPresent of the ports, entPhySensorOperStatus of power and fan.
for switch in switch0 switch1; do
  {
    printf '%s\n' "agentaddress udp:127.0.0.1:$((base + 2 + ${switch#switch}))" "rwcommunity public 127.0.0.1"
    for port in 0 1; do
      printf 'override -rw .1.3.6.1.2.1.%s integer 1\n' "2.2.1.8.$port" "2.2.1.9.$port" "31.1.1.1.17.$port"
    done
    printf 'override -rw .1.3.6.1.2.1.99.1.1.1.5.%d integer 1\n' 1 2
  } > "$state/$switch.conf"
  SNMP_PERSISTENT_DIR=$state/$switch SNMPCONFPATH=$state MIBS='' snmpd -f -Lf "$state/$switch.log" -C \
    -c "$state/$switch.conf" -I -ifTable,ifXTable,interface,entity,smux > "$state/$switch.out" 2>&1 < /dev/null &
  echo $! > "$state/$switch.pid"
done

for offset in 0 1 2 3; do
  until is_used $((base + offset)); do
    if [ "$SECONDS" -gt 30 ]; then
      echo "nobody listens at port $((base + offset)):" >&2
      tail -n 5 "$state"/*.log "$state"/*.out >&2 || true
      exit 1
    fi
    sleep 0.05
  done
done

cat > "$state/management.json" << END
{"models": ["$platforms/devices", "$platforms/services"],
 "ipmi": {"user": "monitor", "password": "watch", "timeout": "1s"},
 "snmp": {"community": "public", "timeout": "400ms", "retries": 1},
 "tcp": {"timeout": "500ms"},
 "nodes": [{"bmc": "127.0.0.1:$base", "switch": 0, "port": 0, "bmc_switch": 1, "bmc_port": 0},
           {"bmc": "127.0.0.1:$((base + 1))", "switch": 0, "port": 1, "bmc_switch": 1, "bmc_port": 1}],
 "switches": [{"agent": "127.0.0.1:$((base + 2))"}, {"agent": "127.0.0.1:$((base + 3))"}]}
END
DARUMA_MANAGEMENT=$state/management.json
export DARUMA_MANAGEMENT
status=0
"$@" || status=$?
exit "$status"
