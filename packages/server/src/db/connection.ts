import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** How long one server has to answer whether it is the primary. A pool waits five seconds for a connection. */
const PROBE_MS = 3_000;
/** Connections opened together ask once. Remembered for longer, the answer would lead to a server that lost its place. */
const REMEMBERED_MS = 1_000;

/** How often it is looked whether open connections still lead to the primary. */
const WATCH_MS = 3_000;
/** How long the others may still answer once one said that it is the primary. */
const OTHERS_MS = 200;

/** None of the servers that answer takes writes: a failover is under way, or the primary is not among them. */
export class NoPrimary extends Error {
  readonly code = 'ECONNREFUSED';
}

/**
 * The address of each server of a PostgreSQL URL that names several, as libpq takes it:
 * `postgres://user:password@db1:5432,db2:5432/base`.
 */
export function addressesOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [url];
}

/** How a client or a pool reaches the database. Of several servers each new connection goes to the present primary. */
export function connectionTo(url: string): pg.ClientConfig {
  const addresses = addressesOf(url);
  if (addresses.length === 1) return { connectionString: url };
  const config = parseIntoClientConfig(addresses[0]!);
  const { ssl } = config;
  return {
    ...config,
    ...(ssl && { ssl: { ...(ssl === true ? {} : ssl), checkServerIdentity: isOneOf(addresses) } }),
    stream: () => new PrimarySocket(url),
  };
}

/** pg compares a certificate with the first server's name, whichever it was led to. */
const isOneOf =
  (addresses: string[]): ConnectionOptions['checkServerIdentity'] =>
  (_host, certificate) => {
    const faults = addresses.map((address) => checkServerIdentity(new URL(address).hostname, certificate));
    return faults.includes(undefined) ? undefined : faults[0];
  };

/** Connects to the primary, whatever address it is given. */
class PrimarySocket extends Socket {
  readonly #url: string;
  host: string | undefined;
  constructor(url: string) {
    super();
    this.#url = url;
  }
  override connect(): this {
    void findPrimary(this.#url).then(
      ({ host, hostname, port }) => {
        // Broken off meanwhile; connecting would open it again.
        if (this.destroyed) return;
        this.host = host;
        super.connect(Number(port || 5432), hostname);
        watch(this.#url, this);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

const watched = new Map<string, Set<PrimarySocket>>();

/**
 * A primary that was frozen or cut off does not close its connections, and who waits for its answer would wait for ever: they are
 * broken as soon as another server has taken its place.
 */
function watch(url: string, socket: PrimarySocket): void {
  const known = watched.get(url);
  const sockets = known ?? new Set<PrimarySocket>();
  watched.set(url, sockets.add(socket));
  socket.once('close', () => sockets.delete(socket));
  if (known) return;
  const timer = setInterval(() => {
    if (sockets.size === 0) return;
    void findPrimary(url).then(
      (primary) => {
        for (const open of sockets) if (open.host !== primary.host) open.destroy(new Error('Connection terminated'));
      },
      () => {}, // no primary at present: whoever waits goes on waiting
    );
  }, WATCH_MS);
  timer.unref();
}

const found = new Map<string, { primary: Promise<URL>; askedAt: number }>();

function findPrimary(url: string): Promise<URL> {
  const known = found.get(url);
  if (known && Date.now() - known.askedAt < REMEMBERED_MS) return known.primary;
  const primary = askServers(url);
  found.set(url, { primary, askedAt: Date.now() });
  return primary;
}

interface Primary {
  address: URL;
  timeline: string;
}

/**
 * Asks all at once: a server that hangs must not hold up the others. One that was frozen and comes back takes itself for the
 * primary until it is told otherwise; the younger timeline is the right one.
 */
async function askServers(url: string): Promise<URL> {
  const primaries: Primary[] = [];
  const asked = addressesOf(url).map((address) => asPrimary(address).then((primary) => primaries.push(primary)));
  try {
    await Promise.any(asked);
  } catch (error) {
    // A refused password says more than a server that is away.
    const reasons = error instanceof AggregateError ? (error.errors as Error[]) : [];
    throw reasons.find((reason) => reason instanceof pg.DatabaseError) ?? reasons[0] ?? error;
  }
  await Promise.race([Promise.allSettled(asked), pause(OTHERS_MS)]);
  return primaries.toSorted((one, other) => other.timeline.localeCompare(one.timeline))[0]!.address;
}

async function asPrimary(address: string): Promise<Primary> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'campanero primary?',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(
      'select case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline',
    );
    const timeline = rows[0]?.timeline;
    if (!timeline) throw new NoPrimary(`${new URL(address).host} is a standby`);
    return { address: new URL(address), timeline };
  } finally {
    // Not waited for: a server that hangs does not say goodbye.
    void client.end().catch(() => {});
  }
}
