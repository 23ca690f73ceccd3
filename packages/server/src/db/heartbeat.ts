import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { connectionTo } from './connection.ts';

/** Interval and timeout: users must get an error within five seconds. */
const EVERY_MS = 1_000;
const ANSWER_MS = 2_500;
/** After the timeout: lets this process read data that arrived while it was busy. */
const LATE_MS = 50;

const SILENT = 'Connection terminated: the database does not answer';

/** Fails at once: new connections to an unresponsive server would hang. */
class RefusedSocket extends Socket {
  override connect(): this {
    process.nextTick(() => this.destroy(new Error(SILENT)));
    return this;
  }
}

type HeartbeatOptions = { log: Pick<Logger, 'warn' | 'info'>; everyMs?: number; answerMs?: number };

// A frozen server closes nothing. If a trivial query is not answered and no other connection receives data, all are destroyed and
// new ones refused until it answers again. `connection` is for the pools of user requests.
export function startHeartbeat(url: string, { log, everyMs = EVERY_MS, answerMs = ANSWER_MS }: HeartbeatOptions) {
  const to = connectionTo(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const newSocket = () => (typeof to.stream === 'function' ? (to.stream() as Socket) : new Socket());
  const openSocket = (): Socket => {
    const socket = isSilent ? new RefusedSocket() : newSocket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const bytesRead = () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);

  function setSilent(value: boolean): void {
    if (value !== isSilent)
      log[value ? 'warn' : 'info'](
        value ? 'the database does not answer: its connections are broken off' : 'the database answers again',
      );
    isSilent = value;
    if (value) for (const socket of sockets) socket.destroy(new Error(SILENT));
  }

  let probe: { client: pg.Client; socket: Socket; connected: Promise<unknown> } | undefined;
  const open = () => {
    const socket = newSocket();
    const client = new pg.Client({ ...to, stream: () => socket, application_name: 'campanero heartbeat' });
    client.on('error', () => {});
    return { client, socket, connected: client.connect() };
  };
  const drop = (which = probe) => {
    // Destroyed, because an unresponsive server never closes it.
    which?.socket.destroy();
    if (probe === which) probe = undefined;
  };
  async function beat(): Promise<void> {
    const read = bytesRead();
    const current = (probe ??= open());
    let isOver = false;
    const asked = current.connected
      .then(() => current.client.query('select 1'))
      .then(
        () => setSilent(false),
        // Refused or broken: other connections see that themselves.
        () => drop(current),
      );
    void asked.then(() => (isOver = true));
    await Promise.race([asked, pause(answerMs)]);
    if (!isOver) await pause(LATE_MS);
    if (isOver) return;
    drop(current);
    if (isSilent || bytesRead() === read) setSilent(true);
  }

  const stopped = new AbortController();
  const beating = (async () => {
    while (!stopped.signal.aborted) {
      await beat();
      await pause(everyMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    connection: { ...to, stream: openSocket },
    async close() {
      stopped.abort();
      await beating;
      drop();
    },
  };
}
