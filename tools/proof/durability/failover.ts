// Fail-over of PostgreSQL by Patroni with etcd and HAProxy (Debian's packages), by the files of deploy/patroni, under
// load: the primary is killed, cut off from the network and switched over, and so is the standby. Every machine is a
// network namespace inside a namespace of the proof's own; it needs root. `npm run proof -- failover`, five minutes.
import { spawnSync } from 'node:child_process';
import type { ProofOptions } from '../support/_proof.ts';

export const hasShort = false;

const programs = ['patroni', 'etcd', 'haproxy', 'ip', 'unshare'];

export async function run({ args }: ProofOptions): Promise<boolean | null> {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length > 0) {
    console.log(`not installed (apt-get install patroni etcd-server haproxy iproute2): ${missing.join(', ')}`);
    return null;
  }
  const isolate = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--'];
  if (spawnSync('unshare', [...isolate, 'true']).status !== 0) {
    console.log('namespaces of its own need root: nothing was checked');
    return null;
  }
  const inside = [process.execPath, 'tools/testing/failover-inside.ts', ...args];
  // The shell is the first process there and buries orphans, as an init does: Patroni waits for the end of its postmaster.
  const init = ['sh', '-c', '"$@"; exit $?', 'sh'];
  return spawnSync('unshare', [...isolate, ...init, ...inside], { stdio: 'inherit' }).status === 0;
}
