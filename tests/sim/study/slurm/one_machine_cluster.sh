#!/bin/bash
# A Slurm cluster on this machine alone, for tests: munge, slurmctld and two slurmd, on loopback and unprivileged ports,
# with everything that they write in one folder. Needs root, because slurmd does.
#
#   one_machine_cluster.sh FOLDER up        starts it and waits until its nodes are idle; FOLDER/slurm.conf is for SLURM_CONF
#   one_machine_cluster.sh FOLDER restart   ends the controller and starts another
#   one_machine_cluster.sh FOLDER down      stops what it started
set -u

folder=$1
conf=$folder/slurm.conf
base=$((20000 + $$ % 1500 * 8)) # clusters that start side by side share no port, nor what Linux gives out
export SLURM_CONF=$conf PATH=$PATH:/usr/sbin:/sbin

write_configuration() {
  cat >"$conf" <<CONF
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$base
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.sock
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
StateSaveLocation=$folder/controller
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
SlurmdParameters=config_overrides
SchedulerParameters=default_queue_depth=1000,sched_min_interval=10000,batch_sched_delay=0,bf_interval=5
CommunicationParameters=NoInAddrAny
ReturnToService=2
PropagateResourceLimits=NONE
NodeName=n[1-2] NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=[$((base + 1))-$((base + 2))] CPUs=16 RealMemory=100
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  echo "CgroupAutomount=no" >"$folder/cgroup.conf"
}

# until_true COMMAND...: asks for at most 100 s, as tests run side by side
until_true() {
  for _ in $(seq 1000); do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 0.1
  done
  echo "never came true: $*" >&2
  return 1
}

are_idle() { [ "$(timeout 5 sinfo -h -N -t idle -o %N | sort -u | wc -l)" = 2 ]; }

are_gone() { ! pgrep -f "$folder/slurm.conf" && ! pgrep -f "$folder/munge.sock"; }

up() {
  mkdir -p "$folder/controller" "$folder/spool-n1" "$folder/spool-n2"
  chmod 755 "$folder"
  write_configuration
  head -c 128 /dev/urandom >"$folder/munge.key"
  chmod 400 "$folder/munge.key"
  munged --force --socket="$folder/munge.sock" --key-file="$folder/munge.key" --pid-file="$folder/munged.pid" \
    --log-file="$folder/munged.log" --seed-file="$folder/munge.seed" || return 1
  until_true munge -n -S "$folder/munge.sock" || return 1
  slurmctld -f "$conf" || return 1
  for node in n1 n2; do slurmd -N "$node" -f "$conf" || return 1; done
  until_true are_idle
}

is_gone() { ! kill -0 "$1"; }

restart() {
  controller=$(cat "$folder/slurmctld.pid")
  kill "$controller"
  until_true is_gone "$controller" || return 1
  sleep 2 # long enough to be missed
  slurmctld -f "$conf"
}

down() {
  timeout 5 scancel --me 2>/dev/null
  for file in "$folder"/slurmd-*.pid "$folder/slurmctld.pid" "$folder/munged.pid"; do
    [ -f "$file" ] && kill "$(cat "$file")" 2>/dev/null
  done
  until_true are_gone
}

"$2"
