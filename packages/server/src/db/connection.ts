import { Socket } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** How long one server has to answer whether it is the primary. A pool waits five seconds for a connection. */
const PROBE_MS = 3_000;
/** Connections opened together ask once. Remembered for longer, the answer would lead to a server that lost its place. */
const REMEMBERED_MS = 1_000;

/** None of the servers that answer takes writes: a failover is under way, or the primary is not among them. */
class NoPrimary extends Error {
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
  constructor(url: string) {
    super();
    this.#url = url;
  }
  override connect(): this {
    void findPrimary(this.#url).then(
      ({ hostname, port }) => super.connect(Number(port || 5432), hostname),
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

const found = new Map<string, { primary: Promise<URL>; askedAt: number }>();

function findPrimary(url: string): Promise<URL> {
  const known = found.get(url);
  if (known && Date.now() - known.askedAt < REMEMBERED_MS) return known.primary;
  const primary = askServers(url);
  found.set(url, { primary, askedAt: Date.now() });
  return primary;
}

/** Asks all at once: a server that hangs must not hold up the others. */
async function askServers(url: string): Promise<URL> {
  try {
    return await Promise.any(addressesOf(url).map(asPrimary));
  } catch (error) {
    // A refused password says more than a server that is away.
    const reasons = error instanceof AggregateError ? (error.errors as Error[]) : [];
    throw reasons.find((reason) => reason instanceof pg.DatabaseError) ?? reasons[0] ?? error;
  }
}

async function asPrimary(address: string): Promise<URL> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'campanero primary?',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (rows[0]?.standby) throw new NoPrimary(`${new URL(address).host} is a standby`);
    return new URL(address);
  } finally {
    // Not waited for: a server that hangs does not say goodbye.
    void client.end().catch(() => {});
  }
}
