import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';

/** A connection on which a test says exactly what it wants, and as slowly. */
interface RawSender {
  socket: Socket;
  /** Everything received by now. */
  said(): string;
  /** Resolves once it is there, with everything received by then. */
  hears(text: string): Promise<string>;
  /** Resolves when the other side has closed, with everything received. */
  ended(): Promise<string>;
}

export function sendRaw(port: number, first: string): RawSender {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.setEncoding('utf8').on('data', (text: string) => (said += text));
  socket.on('error', () => {});
  socket.write(first);
  return {
    socket,
    said: () => said,
    hears: async (text) => {
      await expect.poll(() => said, { timeout: 10_000, interval: 10 }).toContain(text);
      return said;
    },
    ended: async () => {
      // Not once() of node:events: a reset on the way is an end too, and would reject it.
      if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
      return said;
    },
  };
}

/** The head of a request; `host` is there unless it is given as ''. */
export function requestHead(line: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).filter(([, value]) => value !== '');
  return `${line} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
