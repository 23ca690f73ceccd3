import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { AppError } from '../../work/app-error.ts';
import { countFailure } from '../../work/metrics.ts';

/** Default timeout; CLAMAV_URL may set another: `tcp://host:3310?timeout=120`. */
const TIMEOUT_SECONDS = 60;
const CHUNK_MAX = 64 * 1024;

/** Scans with clamd (INSTREAM). Fails closed: any answer but "OK" or "FOUND" is SCANNER_UNAVAILABLE. */
export async function isInfected(scannerUrl: string, source: Readable): Promise<boolean> {
  try {
    const result = await ask(scannerUrl, source);
    if (result === 'stream: OK') return false;
    if (result.endsWith(' FOUND')) return true;
    throw new Error(`the scanner gave no result: ${result}`);
  } catch (error) {
    countFailure('scanner');
    throw new AppError('SCANNER_UNAVAILABLE', { cause: error });
  }
}

async function ask(scannerUrl: string, source: Readable): Promise<string> {
  const { hostname, port, searchParams } = new URL(scannerUrl);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) });
  const timeoutMs = Number(searchParams.get('timeout') || TIMEOUT_SECONDS) * 1000;
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the scanner does not answer')));
  const answer = readAll(socket);
  // The writes below throw the same error; avoids an unhandled rejection.
  answer.catch(() => {});
  let sent = 0;
  try {
    socket.write('zINSTREAM\0');
    for await (const chunk of source as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += CHUNK_MAX) await send(socket, chunk.subarray(at, at + CHUNK_MAX));
      sent += chunk.length;
    }
    await send(socket, Buffer.alloc(0));
    return await answer;
  } catch (error) {
    // The socket's error has the actual reason.
    const failure = socket.errored ?? error;
    // clamd closes the connection when a file is too large, and its answer is lost.
    const isReset = sent > 0 && ['ECONNRESET', 'EPIPE'].includes((failure as NodeJS.ErrnoException).code ?? '');
    const reason = `the scanner hung up after ${sent} bytes: its StreamMaxLength may be smaller than the file`;
    throw isReset ? new Error(reason, { cause: failure }) : failure;
  } finally {
    source.destroy();
    socket.destroy();
  }
}

/** Length prefix and data; an empty chunk ends the stream. */
const send = (socket: ReturnType<typeof connect>, part: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    socket.write(Buffer.concat([length, part]), (error) => (error ? reject(error) : resolve()));
  });

async function readAll(socket: ReturnType<typeof connect>): Promise<string> {
  let text = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1');
    if (text.includes('\0') || text.length > 4_096) break;
  }
  return text.split('\0')[0]!.trim();
}
