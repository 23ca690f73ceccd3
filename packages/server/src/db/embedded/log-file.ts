import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const LIMIT = 5 * 1024 * 1024;

/** PostgreSQL's log: passed as an open file, so it needs no rights to the folder; rotated at 5 MB. */
export interface LogFile {
  fd: number;
  position(): number;
  /** The last error since that position, for the message about a failed start. */
  errorSince(position: number): string;
  close(): void;
}

export function openLogFile(path: string): LogFile {
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
    errorSince: (position) => {
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
