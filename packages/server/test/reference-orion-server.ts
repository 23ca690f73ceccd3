import { productDay } from '@campanero/contract/shared/dates';
import { fold } from '@campanero/contract/shared/text';
import { pageOf, startReferenceServer, type ReferenceServer } from './reference-server.ts';

/** As the phone dashboard answers it (docs/operations/phone-dashboard-connector.md). */
interface ReferenceAudience {
  id: string;
  descripcion: string;
  total: number;
  created_at: string;
}

export interface ReferenceOrionServer extends ReferenceServer {
  audiences: ReferenceAudience[];
  /** People by audience. */
  contacts: Record<string, readonly object[]>;
}

export const aReferenceAudience = (parts: Partial<ReferenceAudience> = {}): ReferenceAudience => ({
  id: 'a-1',
  descripcion: 'Vecinos que reclamaron por arbolado',
  total: 640,
  created_at: '2026-02-01T12:00:00.000Z',
  ...parts,
});

/** Minimal phone dashboard for the connector. */
export async function startReferenceOrion(basePath = ''): Promise<ReferenceOrionServer> {
  const held = { audiences: [aReferenceAudience()], contacts: {} };
  const server = await startReferenceServer((path, query) => route(state, path, query), basePath);
  const state: ReferenceOrionServer = Object.assign(server, held);
  return state;
}

function route({ audiences, contacts }: ReferenceOrionServer, path: string, query: URLSearchParams): unknown {
  if (path === '/audiences') {
    const words = fold(query.get('description') ?? '');
    const date = query.get('date');
    const found = audiences.filter(
      ({ descripcion, created_at }) => fold(descripcion).includes(words) && (!date || productDay(created_at) === date),
    );
    return { audiences: found.map(({ id, descripcion }) => ({ id, descripcion })) };
  }
  const [, wanted = '', list] = /^\/audiences\/([^/]+)(\/contacts)?$/.exec(path) ?? [];
  const audience = audiences.find(({ id }) => id === decodeURIComponent(wanted));
  if (!audience || !list) return audience;
  const { rows, next } = pageOf(contacts[audience.id] ?? [], query);
  return { contacts: rows, next };
}
