import { spawn, type ChildProcess } from 'node:child_process';
import { CLEAN_ENVIRONMENT } from './account.ts';
import type { DataLocation } from './place-data.ts';

// Shuts PostgreSQL down if its pipe from this process closes without "dismissed" (kill -9, a crash). Recognises its postmaster by the
// mark on the command line: the next server on the same data has another. In a string: its user may not be able to read our files.
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

export function startGuard(home: DataLocation, mark: string) {
  let dismissed = false;
  let child: ChildProcess;
  const startShell = () => {
    child = spawn('/bin/sh', ['-c', SCRIPT, 'campanero-guard', home.data, mark], {
      ...home.account.identity,
      cwd: '/',
      env: CLEAN_ENVIRONMENT,
      stdio: ['pipe', 'ignore', 'ignore'],
      // Own session: not affected by Ctrl-C or a kill of the process group.
      detached: true,
    });
    child.stdin?.on('error', () => {});
    child.on('error', () => {});
    child.once('exit', () => {
      // The guard itself was killed.
      if (!dismissed) setTimeout(() => dismissed || startShell(), 500).unref();
    });
  };
  startShell();
  return {
    dismiss: () => {
      dismissed = true;
      child.stdin?.end('dismissed\n');
    },
  };
}
