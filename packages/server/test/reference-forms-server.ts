import { fold } from '@campanero/contract/shared/text';
import { pageOf, startReferenceServer, type ReferenceServer } from './reference-server.ts';

/** As the forms system answers it (docs/operations/forms-connector.md). */
interface ReferenceForm {
  id: string;
  name: string;
  url: string | null;
  slots: number | null;
  enrolled: number;
  status: string;
  available: number;
  createdAt: string;
}

export interface ReferenceFormsServer extends ReferenceServer {
  forms: ReferenceForm[];
  /** Enrolled people by form. */
  registrations: Record<string, readonly object[]>;
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

/** Minimal forms system for the connector. */
export async function startReferenceForms(basePath = ''): Promise<ReferenceFormsServer> {
  const held = { forms: [aReferenceForm()], registrations: {} };
  const server = await startReferenceServer((path, query) => route(state, path, query), basePath);
  const state: ReferenceFormsServer = Object.assign(server, held);
  return state;
}

function route({ forms, registrations }: ReferenceFormsServer, path: string, query: URLSearchParams): unknown {
  if (path === '/forms') {
    const name = fold(query.get('name') ?? '');
    const id = query.get('id') ?? '';
    const found = forms.filter((form) => fold(form.name).includes(name) && form.id.startsWith(id));
    return { forms: found.map((form) => ({ id: form.id, name: form.name })) };
  }
  const [, wanted = '', list] = /^\/forms\/([^/]+)(\/registrations)?$/.exec(path) ?? [];
  const form = forms.find(({ id }) => id === decodeURIComponent(wanted));
  if (!form || !list) return form;
  const { rows, next } = pageOf(registrations[form.id] ?? [], query);
  return { registrations: rows, next };
}
