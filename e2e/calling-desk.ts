import type { APIRequestContext, Page } from '@playwright/test';
import { PNG } from './campaign-form.ts';
import { DEMO, expect, mailTo, ownEmail, tokenOf } from './product.ts';

// A running campaign with people who call, made for one journey and disturbed by no other.

export const DESK_PASSWORD = 'cinco puentes y una murga';
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const OPERATOR_ROLE = 2;

interface Named {
  id: number;
  name: string;
}
interface Operator {
  id: number;
  email: string;
}
export interface Desk {
  campaignId: number;
  operators: Operator[];
  /** Straight to the API as one of the people, or as the administrator. */
  ask: <T>(
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    data?: unknown,
    as?: Operator,
  ) => Promise<T>;
  /** The operator's next contact, as the page would ask for it. */
  contactPath: (as: Operator) => Promise<string>;
}

async function anOperator(request: APIRequestContext, admin: string, name: string): Promise<Operator> {
  const email = ownEmail(name);
  const created = await request.post('/api/user', {
    headers: { Authorization: `Bearer ${admin}` },
    data: { firstName: name, lastName: 'Contacto', email, roles: [OPERATOR_ROLE] },
  });
  expect(created.status()).toBe(201);
  const [, id, token] = /\/reset\/(\d+)\?token=([\w-]+)/.exec(await mailTo(email, /\/reset\/\d+\?token=/))!;
  const chosen = await request.post(`/api/password/${id}`, {
    params: { token: token! },
    data: { password: DESK_PASSWORD, passwordConfirmation: DESK_PASSWORD },
  });
  expect(chosen.ok()).toBe(true);
  return { id: Number(id), email };
}

interface DeskPlan {
  name: string;
  /** First names of its operators; nobody else has them. */
  people: string[];
  /** Four digits after the area code; the numbers of no other journey. */
  prefix: string;
  contacts: number;
  /** Hours from now; a month is left unless a journey says otherwise. */
  endsInHours?: number;
}

/** Everything by the API: created, a household and some single persons loaded, split evenly, running. */
export async function aCallingDesk(request: APIRequestContext, plan: DeskPlan): Promise<Desk> {
  const admin = await tokenOf(request, DEMO.admin);
  const operators: Operator[] = [];
  for (const name of plan.people) operators.push(await anOperator(request, admin, name));
  const tokens = new Map<Operator, string>();
  for (const operator of operators) tokens.set(operator, await tokenOf(request, operator.email, DESK_PASSWORD));

  const ask: Desk['ask'] = async <T>(
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    data?: unknown,
    as?: Operator,
  ) => {
    const headers = { Authorization: `Bearer ${as ? tokens.get(as)! : admin}` };
    const answer = await request[method](`/api${path}`, { headers, ...(data !== undefined && { data }) });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return (answer.status() === 204 ? undefined : await answer.json()) as T;
  };
  const objective = (await ask<Named[]>('get', '/objective')).find(({ name }) => name === 'Relevamiento')!;
  const { internals } = await ask<{ internals: Named[] }>('get', '/supervisor');
  const created = await request.post('/api/campaign', {
    headers: { Authorization: `Bearer ${admin}` },
    multipart: {
      name: plan.name,
      description: 'Una campaña para llamar',
      objectiveId: String(objective.id),
      coordinatedBy: String(internals[0]!.id),
      operators: operators.map(({ id }) => id).join(','),
      external: '0',
      startDate: inHours(-12),
      endDate: inHours(plan.endsInHours ?? 720),
      'scripts[]': { name: 'guion.png', mimeType: 'image/png', buffer: PNG },
    },
  });
  expect(created.status()).toBe(201);
  const campaignId = ((await created.json()) as { data: { id: number } }).data.id;
  // With a document of their own: who asks not to be rung in one journey is nobody in another.
  const row = (place: number, person: string) =>
    `${person};11 ${plan.prefix}-${1000 + place};25-05-1962;Flores;${plan.prefix}${1000 + place}`;
  const rows = [
    'Nombre;Celular;Fecha de nacimiento;Barrio;Documento',
    row(0, 'Graciela Fernández'),
    row(0, 'Ramiro Fernández'),
    ...Array.from({ length: plan.contacts - 1 }, (_, place) => row(place + 1, `Vecina ${place + 1}`)),
  ];
  const sent = await request.post(`/api/campaign/${campaignId}/audience`, {
    headers: { Authorization: `Bearer ${admin}` },
    multipart: { 'audience[]': { name: 'vecinas.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) } },
  });
  expect(sent.status()).toBe(202);
  await expect
    .poll(async () => (await ask<{ status: string }>('get', `/campaign/${campaignId}/audience/load`)).status, {
      timeout: 60_000,
      intervals: [200],
    })
    .toBe('COMPLETED');
  await ask('put', `/campaign/${campaignId}/audience`, { operators: operators.map(({ id }) => id) });
  return {
    campaignId,
    operators,
    ask,
    contactPath: async (as) => {
      const next = await ask<{ callId: number; number: string }>(
        'get',
        `/campaign/${campaignId}/call/0/next`,
        undefined,
        as,
      );
      return `/campaign/detail/${campaignId}/contact/${next.callId}/${next.number}`;
    },
  };
}

export const panel = (page: Page) => page.getByRole('dialog', { name: 'Registrar llamado' });
export const llamado = (page: Page) => page.getByRole('button', { name: 'Llamado', exact: true });
/** The contact page takes keys. */
export async function waitForContactPage(page: Page): Promise<void> {
  await expect(llamado(page)).toHaveAttribute('aria-disabled', 'false');
  await expect(page.getByRole('region', { name: 'Resultado' }).getByRole('button').first()).toBeVisible();
}
