import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** Timeout of one server's answer. A pool waits five seconds for a connection. */
const PROBE_MS = 3_000;
/** Connections opened together share one probe. Longer caching would lead to a server that is no longer the primary. */
const CACHE_MS = 1_000;

/** Interval of checking that open connections still lead to the primary. */
const WATCH_MS = 3_000;
/** After the first primary answered, how long to wait for the others. */
const OTHERS_MS = 200;

/** No reachable server takes writes: a failover is in progress, or the primary is not in the list. */
export class NoPrimary extends Error {
  readonly code = 'ECONNREFUSED';
}

/** Splits a libpq URL with several servers: `postgres://user:password@db1:5432,db2:5432/base`. */
export function addressesOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [url];
}

/** With several servers each new connection goes to the current primary. */
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

/** pg compares the certificate with the first server's name, whichever server it connected to. */
const isOneOf =
  (addresses: string[]): ConnectionOptions['checkServerIdentity'] =>
  (_host, certificate) => {
    const faults = addresses.map((address) => checkServerIdentity(new URL(address).hostname, certificate));
    return faults.includes(undefined) ? undefined : faults[0];
  };

/** Ignores the given address. */
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
        // Closed meanwhile; connect() would reopen it.
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

/** A frozen or isolated primary does not close its connections: they are destroyed once another server is the primary. */
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
      () => {}, // no primary right now: keep the connections
    );
  }, WATCH_MS);
  timer.unref();
}

const found = new Map<string, { primary: Promise<URL>; askedAt: number }>();

function findPrimary(url: string): Promise<URL> {
  const known = found.get(url);
  if (known && Date.now() - known.askedAt < CACHE_MS) return known.primary;
  const primary = probeServers(url);
  found.set(url, { primary, askedAt: Date.now() });
  return primary;
}

type Primary = { address: URL; timeline: string };

/** In parallel, in case a server hangs. A primary that returns from a freeze still believes it is one: the newest timeline wins. */
async function probeServers(url: string): Promise<URL> {
  const primaries: Primary[] = [];
  const asked = addressesOf(url).map((address) => probe(address).then((primary) => primaries.push(primary)));
  try {
    await Promise.any(asked);
  } catch (error) {
    // A refused password is more informative than an unreachable server.
    const reasons = error instanceof AggregateError ? (error.errors as Error[]) : [];
    throw reasons.find((reason) => reason instanceof pg.DatabaseError) ?? reasons[0] ?? error;
  }
  await Promise.race([Promise.allSettled(asked), pause(OTHERS_MS)]);
  return primaries.toSorted((one, other) => other.timeline.localeCompare(one.timeline))[0]!.address;
}

async function probe(address: string): Promise<Primary> {
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
    // Not awaited: a server that hangs does not answer.
    void client.end().catch(() => {});
  }
}
