import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * ok answers; slow never does; dead closes the connection; broken says 500; lying answers something else than it should;
 * huge does not stop; redirect points elsewhere.
 */
type ReferenceMode = 'ok' | 'slow' | 'dead' | 'broken' | 'lying' | 'huge' | 'redirect';

export interface ReferenceServer {
  /** What the connector's setting would be. */
  url: string;
  mode: ReferenceMode;
  /** What a lying server says instead. */
  lie: unknown;
  /** The next so many requests meet a server that is broken, whatever its mode. */
  hiccups: number;
  /** Path and query of everything that was asked. */
  asked: string[];
  /** The Authorization header of the last request. */
  authorization: string | undefined;
  close(): Promise<void>;
}

/** The answer to a path below the base; undefined is 404. */
type Route = (path: string, query: URLSearchParams) => unknown;

/** The smallest system that a connector can be pointed at, with all the faults a real one might have. */
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

/** Writes until the other side hangs up. */
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

/** `after` and `limit` over a list: the cursor is a row's place, with a letter so that nobody takes it for a number. */
export function pageOf<T>(rows: readonly T[], query: URLSearchParams): { rows: readonly T[]; next: string | null } {
  const start = Number((query.get('after') ?? 'c0').slice(1));
  const end = start + Number(query.get('limit') ?? 1000);
  return { rows: rows.slice(start, end), next: end < rows.length ? `c${end}` : null };
}
