import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const LIMIT = 5 * 1024 * 1024;

export type LogFile = ReturnType<typeof openLogFile>;

/** PostgreSQL's log: passed as an open file, so it needs no rights to the folder; rotated at 5 MB. */
export function openLogFile(path: string) {
  const fd = openSync(path, 'a+', 0o600);
  // The writer appends, so it continues at the start after the truncation.
  const trim = () => {
    if (fstatSync(fd).size <= LIMIT) return;
    copyFileSync(path, `${path}.1`);
    ftruncateSync(fd, 0);
  };
  trim();
  const timer = setInterval(trim, 60_000).unref();
  return {
    fd,
    position: () => fstatSync(fd).size,
    /** For the message about a failed start. */
    errorSince: (position: number) => {
      const text = Buffer.alloc(8_192);
      const length = readSync(fd, text, 0, text.length, position);
      const lines = text.toString('utf8', 0, length).trim().split('\n');
      const line = lines.findLast((candidate) => /FATAL|PANIC|error/i.test(candidate)) ?? lines.at(-1) ?? '';
      return line.replace(/^.*?(FATAL|PANIC):\s*/, '');
    },
    close: () => {
      clearInterval(timer);
      closeSync(fd);
    },
  };
}
