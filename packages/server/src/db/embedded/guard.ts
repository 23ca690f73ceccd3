import { spawn, type ChildProcess } from 'node:child_process';
import { CLEAN_ENVIRONMENT } from './account.ts';
import type { Home } from './place-data.ts';

/**
 * A shell that holds the reading end of a pipe from this process and does nothing else. When the pipe closes without a word
 * (kill -9, out of memory, a crash) it shuts PostgreSQL down: fast, then at once, then by force. So there is never an orphan.
 *
 * It knows its postmaster by the mark on the command line, not by number alone: a next server that starts at once on the same
 * data has another mark and is left in peace. It waits some seconds for the pid file, since the server may have died between
 * starting PostgreSQL and PostgreSQL writing it. A script in a string, because its user may not reach our files.
 */
const SCRIPT = `
while read -r word; do [ "$word" = dismissed ] && exit 0; done
lives() { grep -qa "$mark" "/proc/$pid/cmdline"; } 2>/dev/null
mark=$2
tries=0
until read -r pid <"$1/postmaster.pid" && lives; do
  tries=$((tries + 1))
  [ "$tries" -ge 15 ] && exit 0
  sleep 0.2
done 2>/dev/null
for signal in INT QUIT KILL; do
  tries=0
  while lives && [ "$tries" -lt 50 ]; do
    [ "$tries" -eq 0 ] && kill -"$signal" "$pid"
    tries=$((tries + 1))
    sleep 0.1
  done
done
`;

interface Guard {
  /** PostgreSQL was stopped in order: nothing left to guard. */
  dismiss(): void;
}

export function startGuard(home: Home, mark: string): Guard {
  let dismissed = false;
  let child: ChildProcess;
  const post = () => {
    child = spawn('/bin/sh', ['-c', SCRIPT, 'campanero-guard', home.data, mark], {
      ...home.account.identity,
      cwd: '/',
      env: CLEAN_ENVIRONMENT,
      stdio: ['pipe', 'ignore', 'ignore'],
      // A session of its own: Ctrl-C in the terminal, or a kill of the whole group, is not for it.
      detached: true,
    });
    child.stdin?.on('error', () => {});
    child.on('error', () => {});
    child.once('exit', () => {
      // The guard itself was killed: start another one.
      if (!dismissed) setTimeout(() => dismissed || post(), 500).unref();
    });
  };
  post();
  return {
    dismiss: () => {
      dismissed = true;
      child.stdin?.end('dismissed\n');
    },
  };
}
