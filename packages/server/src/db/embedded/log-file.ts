import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const LIMIT = 5 * 1024 * 1024;

/** PostgreSQL's own log: handed to it as an open file, so it needs no rights to the folder; kept below twice 5 MB. */
export interface LogFile {
  fd: number;
  /** Where the writing stands now. */
  position(): number;
  /** The last complaint written since that position, for the sentence that says why a start failed. */
  complaintSince(position: number): string;
  close(): void;
}

export function openLogFile(path: string): LogFile {
  const fd = openSync(path, 'a+', 0o600);
  // The writer appends, so after the cut it goes on at the beginning.
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
    complaintSince: (position) => {
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
