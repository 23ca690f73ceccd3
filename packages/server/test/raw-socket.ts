import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';

/** A connection for raw, possibly slow requests. */
interface RawSender {
  socket: Socket;
  /** Everything received so far. */
  said(): string;
  /** Resolves once the text was received, with everything so far. */
  hears(text: string): Promise<string>;
  /** Resolves when the other side has closed. */
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
      // Not once() of node:events, which rejects on a reset.
      if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
      return said;
    },
  };
}

/** `host` is added unless given as ''. */
export function requestHead(line: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).filter(([, value]) => value !== '');
  return `${line} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
