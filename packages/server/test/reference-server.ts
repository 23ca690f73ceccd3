import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * ok: answers; slow: never answers; dead: closes the connection; broken: 500; lying: answers something else;
 * huge: endless body; redirect: to another address.
 */
type ReferenceMode = 'ok' | 'slow' | 'dead' | 'broken' | 'lying' | 'huge' | 'redirect';

export interface ReferenceServer {
  /** URL for the connector's setting. */
  url: string;
  mode: ReferenceMode;
  /** Body of a lying server. */
  lie: unknown;
  /** The next requests that fail, whatever the mode. */
  hiccups: number;
  /** Path and query of every request. */
  asked: string[];
  /** Of the last request. */
  authorization: string | undefined;
  close(): Promise<void>;
}

/** Answer for a path below the base; undefined: 404. */
type Route = (path: string, query: URLSearchParams) => unknown;

/** Minimal HTTP server for connectors, with the faults of real ones. */
export async function startReferenceServer(route: Route, basePath = ''): Promise<ReferenceServer> {
  const server = createServer((request, response) => answer(state, basePath, route, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: ReferenceServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    mode: 'ok',
    lie: {},
    hiccups: 0,
    asked: [],
    authorization: undefined,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return state;
}

function answer(
  state: ReferenceServer,
  basePath: string,
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  state.asked.push(request.url ?? '');
  state.authorization = request.headers.authorization;
  const say = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (state.hiccups > 0) {
    state.hiccups -= 1;
    say(500, { error: 'hiccup' });
    return;
  }
  switch (state.mode) {
    case 'slow':
      return;
    case 'dead':
      request.socket.destroy();
      return;
    case 'broken':
      say(500, { error: 'boom' });
      return;
    case 'lying':
      say(200, state.lie);
      return;
    case 'redirect':
      response.writeHead(302, { location: `${state.url}/elsewhere` }).end();
      return;
    case 'huge':
      pour(response);
      return;
    case 'ok': {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://reference');
      const found = route(pathname.slice(basePath.length), searchParams);
      say(found === undefined ? 404 : 200, found ?? { error: 'not found' });
    }
  }
}

/** Writes until the client disconnects. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = 'a'.repeat(64 * 1024);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.write('"');
  response.on('drain', more);
  more();
}

/** Keyset pagination by `after` and `limit`; the cursor has a letter, so that it is not taken for a number. */
export function pageOf<T>(rows: readonly T[], query: URLSearchParams): { rows: readonly T[]; next: string | null } {
  const start = Number((query.get('after') ?? 'c0').slice(1));
  const end = start + Number(query.get('limit') ?? 1000);
  return { rows: rows.slice(start, end), next: end < rows.length ? `c${end}` : null };
}
