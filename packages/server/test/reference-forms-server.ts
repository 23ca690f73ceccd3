import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fold } from '@campanero/contract/shared/text';

/** A form as the forms system tells it (docs/operations/forms-connector.md). */
export interface ReferenceForm {
  id: string;
  name: string;
  url: string | null;
  slots: number | null;
  enrolled: number;
  status: string;
  available: number;
  createdAt: string;
}

/**
 * ok answers; slow never does; dead closes the connection; broken says 500; lying answers something else than it should;
 * huge does not stop; redirect points elsewhere.
 */
export type ReferenceMode = 'ok' | 'slow' | 'dead' | 'broken' | 'lying' | 'huge' | 'redirect';

export interface ReferenceFormsServer {
  /** What FORMS_URL would be. */
  url: string;
  mode: ReferenceMode;
  /** What a lying server says instead. */
  lie: unknown;
  forms: ReferenceForm[];
  /** Path and query of everything that was asked. */
  asked: string[];
  /** The Authorization header of the last request. */
  authorization: string | undefined;
  close(): Promise<void>;
}

export const aReferenceForm = (parts: Partial<ReferenceForm> = {}): ReferenceForm => ({
  id: 'f-1',
  name: 'Colonias de verano',
  url: 'https://formularios.example/f/1',
  slots: 500,
  enrolled: 463,
  status: 'ABIERTO',
  available: 463,
  createdAt: '2026-02-01T12:00:00.000Z',
  ...parts,
});

/** The smallest forms system that fits the connector, with all the faults a real one might have. */
export async function startReferenceForms(basePath = ''): Promise<ReferenceFormsServer> {
  const server = createServer((request, response) => answer(state, basePath, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: ReferenceFormsServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    mode: 'ok',
    lie: {},
    forms: [aReferenceForm()],
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
  state: ReferenceFormsServer,
  basePath: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  state.asked.push(request.url ?? '');
  state.authorization = request.headers.authorization;
  const say = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
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
      response.writeHead(302, { location: `${state.url}/forms/elsewhere` }).end();
      return;
    case 'huge':
      pour(response);
      return;
    default:
      route(state, new URL(request.url ?? '', 'http://reference'), basePath, say);
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

function route(
  { forms }: ReferenceFormsServer,
  url: URL,
  basePath: string,
  say: (status: number, body: unknown) => void,
): void {
  const path = url.pathname.slice(basePath.length);
  if (path === '/forms') {
    const name = fold(url.searchParams.get('name') ?? '');
    const id = url.searchParams.get('id') ?? '';
    const found = forms.filter((form) => fold(form.name).includes(name) && form.id.startsWith(id));
    say(200, { forms: found.map((form) => ({ id: form.id, name: form.name })) });
    return;
  }
  const wanted = decodeURIComponent(/^\/forms\/([^/]+)$/.exec(path)?.[1] ?? '');
  const form = forms.find(({ id }) => id === wanted);
  say(form ? 200 : 404, form ?? { error: 'not found' });
}
