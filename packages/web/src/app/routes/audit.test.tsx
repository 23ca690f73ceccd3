import { api } from '@campanero/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anAuditPage, anAuditRecord } from '../../test/audit.ts';
import { aSession } from '../../test/people.ts';
import { renderApp, renderPage, renderPiece } from '../../test/render.tsx';
import { refuse, reply, server } from '../../test/server.ts';
import { AuditPage } from './audit.tsx';

// The dialog's code is loaded once here: the first test to open it should not wait for the calendar.
beforeAll(async () => {
  await import('../../components/list/filter-dialog.tsx');
});

const coordinator = () => aSession(['Coordinador']);
const operator = () => aSession(['Operador']);
const openPage = (path = '/audit', as = coordinator()) => renderPiece(<AuditPage />, { path, as });

/** Every question the list has put to the server, oldest first. */
let asked: Record<string, string>[] = [];
const listing = (answer: ReturnType<typeof anAuditPage>) =>
  reply(api.auditLog.list, ({ query }) => {
    asked.push(Object.fromEntries(query));
    return answer;
  });

beforeEach(() => {
  asked = [];
  server.use(reply(api.users.list, [{ id: 9, name: 'Néstor Villalba' }]));
});

describe('the list', () => {
  test('shows each record with its hour of UTC-3, to the second', async () => {
    server.use(listing(anAuditPage([anAuditRecord({ id: 90_412 })], 12_408)));
    renderApp('/audit', { as: coordinator() });
    const row = await screen.findByRole('row', { name: /90412/ });
    const cells = within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(0, 5)).toEqual([
      'NombreRelevamiento de vecinos',
      'CAMPAÑAACTUALIZAR',
      'MGMariana Gutiérrez',
      '13-11-2026 ~ 11:38:04',
      '90412',
    ]);
    expect(screen.getByText('12.408 registros')).toBeTruthy();
    expect(screen.getByText('1–10 de 12.408')).toBeTruthy();
    expect(document.title).toBe('Auditoría · Campanero');
    expect(screen.getByRole('link', { name: 'Auditoría' })).toBeTruthy();
    expect(asked.at(-1)).toEqual({ pageNumber: '0', pageSize: '10' });
  });

  test('sorts by its columns and searches after a pause', async () => {
    server.use(listing(anAuditPage([anAuditRecord()], 30)));
    const { router, user } = openPage();
    await screen.findByText('CAMPAÑA');
    await user.click(screen.getByRole('button', { name: 'Usuario' }));
    expect(router.state.location.search).toBe('?orderbytitle=userName&orderbytype=asc');
    await user.type(screen.getByRole('searchbox', { name: 'Buscar' }), 'fecha');
    await screen.findByRole('button', { name: 'Limpiar' });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ general: 'fecha', orderbytitle: 'userName' }));
  });

  test('leaves out sign-ins with one click, beside the other filters, and takes them back with another', async () => {
    server.use(listing(anAuditPage([anAuditRecord()], 30)));
    const { router, user } = openPage('/audit?userId=9', aSession(['Administrador']));
    await user.click(await screen.findByRole('button', { name: 'Ocultar ingresos y salidas' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ signIns: '0', userId: '9' }));
    expect(router.state.location.search).toContain('signIns=0');
    await user.click(screen.getByRole('button', { name: 'Quitar Sin ingresos ni salidas' }));
    expect(router.state.location.search).toBe('?userId=9');
    expect(screen.getByRole('button', { name: 'Ocultar ingresos y salidas' })).toBeTruthy();
  });

  test('offers no filter of sign-ins to a coordinator, who sees none', async () => {
    server.use(listing(anAuditPage([anAuditRecord()], 30)));
    openPage();
    await screen.findByText('30 registros');
    expect(screen.queryByRole('button', { name: 'Ocultar ingresos y salidas' })).toBeNull();
  });

  test('says why it is empty', async () => {
    server.use(listing(anAuditPage([])));
    openPage('/audit?action=NUMERO&onDay=2026-11-13');
    expect(await screen.findByText('No se encontraron registros')).toBeTruthy();
    expect(screen.getByText('Hay 2 filtros activos.')).toBeTruthy();
    expect(screen.getByText('Acción: NUMERO')).toBeTruthy();
    expect(screen.getByText('Fecha: 13-11-2026')).toBeTruthy();
  });

  test('a failure gives the catalogue’s sentence', async () => {
    server.use(refuse(api.auditLog.list, 'BAD_REQUEST'));
    openPage();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.',
    );
  });

  test('a lost session leads to sign-in', async () => {
    server.use(refuse(api.auditLog.list, 'UNAUTHENTICATED'));
    const { router } = renderPage('/audit', { as: coordinator() });
    expect(await screen.findByRole('button', { name: 'Ingresar' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/signin');
    expect(await screen.findByText('El token ha caducado. Por favor inicie sesión nuevamente.')).toBeTruthy();
  });

  test('users without roles are refused', async () => {
    server.use(reply(api.auth.sessions, []));
    const { router } = renderPage('/audit', { as: aSession([]) });
    await screen.findByRole('heading', { level: 1 });
    expect(router.state.location.pathname).toBe('/pages/profile');
    expect(asked).toEqual([]);
  });
});

describe('the filters', () => {
  const openFilters = async (user: ReturnType<typeof openPage>['user']) => {
    await user.click(await screen.findByRole('button', { name: /Filtros/ }));
    return screen.findByRole('dialog', { name: 'Filtros' });
  };

  test('apply once something changed', async () => {
    server.use(listing(anAuditPage([anAuditRecord()])));
    const { router, user } = openPage();
    const dialog = await openFilters(user);
    const apply = within(dialog).getByRole('button', { name: 'Aplicar' });
    expect(apply.getAttribute('aria-disabled')).toBe('true');
    await user.click(within(dialog).getByRole('combobox', { name: 'Acción' }));
    await user.click(await screen.findByRole('option', { name: 'CAMPAÑA' }));
    await user.click(apply);
    expect(await screen.findByText('Acción: CAMPAÑA')).toBeTruthy();
    expect(new URLSearchParams(router.state.location.search).get('action')).toBe('CAMPAÑA');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ action: 'CAMPAÑA' }));
  });

  test('a filter by person reads as their name, in the tag and in the form', async () => {
    server.use(listing(anAuditPage([anAuditRecord()])));
    const { user } = openPage('/audit?userId=9&onDay=2026-11-13&createdAt=2026-11-13');
    expect(await screen.findByText('Usuario: Néstor Villalba')).toBeTruthy();
    const dialog = await openFilters(user);
    expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Usuario' }).value).toBe('Néstor Villalba');
    expect(within(dialog).getByText('Fecha')).toBeTruthy();
    // The day of UTC is for other clients, and not taken from a link.
    expect(asked.at(-1)).toMatchObject({ userId: '9', onDay: '2026-11-13' });
    expect(asked.at(-1)).not.toHaveProperty('createdAt');
  });

  test('without audit.all there is no choice of action or person, not even through a link', async () => {
    server.use(listing(anAuditPage([anAuditRecord()], 3)));
    const { user } = openPage('/audit?action=CAMPA%C3%91A&userId=9&subaction=CREAR', operator());
    await screen.findByText('3 registros suyos');
    expect(asked.at(-1)).toEqual({ pageNumber: '0', pageSize: '10', subaction: 'CREAR' });
    const dialog = await openFilters(user);
    expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Acción' }).disabled).toBe(true);
    expect(within(dialog).getByText('Su rol ve solo sus propios registros.')).toBeTruthy();
    expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Subacción' }).disabled).toBe(false);
    expect(within(dialog).queryByRole('combobox', { name: 'Usuario' })).toBeNull();
  });
});

describe('the detail', () => {
  const openDetail = async (record: Parameters<typeof anAuditRecord>[0]) => {
    server.use(listing(anAuditPage([anAuditRecord({ id: 90_412, ...record })])));
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Ver detalle del registro 90412' }));
    return { user, dialog: await screen.findByRole('dialog', { name: 'CAMPAÑA · ACTUALIZAR' }) };
  };
  const rowsOf = (dialog: HTMLElement) =>
    within(dialog)
      .getAllByRole('row')
      .map((row) => row.textContent);

  test('shows each field before and after, with new items of a list in bold', async () => {
    const { user, dialog } = await openDetail({
      info: {
        entries: [
          { label: 'Fecha de fin', prevValue: '2026-11-27T21:00:00.000Z' },
          { label: 'Operadores', prevValue: 'Lucas Ferreyra, Daniela Sosa' },
          { label: 'Identificador externo', prevValue: null },
        ],
        modifications: [
          { label: 'Fecha de fin', value: '2026-11-30T21:00:00.000Z' },
          { label: 'Operadores', value: 'Lucas Ferreyra, Daniela Sosa, Julián Medina' },
          { label: 'Identificador externo', value: 'EXP-2026-41877' },
        ],
      },
    });
    expect(dialog.textContent).toContain('Campaña 1287 · Relevamiento de vecinos · registro 90412');
    expect(dialog.textContent).toContain('3 campos cambiados');
    expect(rowsOf(dialog)).toEqual([
      'CampoAntesDespués',
      'Fecha de finAntes: 27-11-2026 ~ 18:00Después: 30-11-2026 ~ 18:00',
      'OperadoresAntes: Lucas Ferreyra, Daniela SosaDespués: Lucas Ferreyra, Daniela Sosa, Julián Medina',
      'Identificador externoAntes: vacíoDespués: EXP-2026-41877',
    ]);
    expect(within(dialog).getByText('Julián Medina').tagName).toBe('B');
    expect(within(dialog).getByText('27-11-2026 ~ 18:00').closest('del')).toBeTruthy();
    await user.click(within(dialog).getAllByRole('button', { name: 'Cerrar' }).at(-1)!);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows only the new values of a created record', async () => {
    const { dialog } = await openDetail({
      info: {
        entries: [],
        modifications: [
          // The title says it already.
          { label: 'Campaña', value: 'Relevamiento de vecinos' },
          { label: 'Nombre', value: 'Relevamiento' },
          { label: 'Pausada', value: false },
        ],
      },
    });
    expect(dialog.querySelector('ins')).toBeNull();
    expect(rowsOf(dialog)).toEqual(['CampoDespués', 'NombreDespués: Relevamiento', 'PausadaDespués: No']);
    expect(dialog.textContent).toContain('2 campos');
    expect(dialog.textContent).not.toContain('cambiados');
  });

  test('of an object only the number is bold', async () => {
    const { dialog } = await openDetail({ object: 'Pedido de datos 7', objectName: null });
    expect(within(dialog).getByText('7').tagName).toBe('B');
    expect(dialog.textContent).toContain('Pedido de datos 7 · ');
  });

  test('a record that changed nothing says so', async () => {
    const { dialog } = await openDetail({ info: { entries: [], modifications: [] } });
    expect(dialog.textContent).toContain('No cambió ningún campo.');
  });
});

describe('the chain, for administrators', () => {
  const last = { at: '2026-11-16T08:31:00.000Z', rows: 12_408, findingCount: 0, findings: [] as string[] };
  const openAsAdmin = () => {
    server.use(listing(anAuditPage([anAuditRecord()])));
    return openPage('/audit', aSession(['Administrador']));
  };

  test('says when it was last found intact, and is verified on demand', async () => {
    let answer = { last, isRunning: false };
    server.use(
      reply(api.auditLog.lastCheck, () => answer),
      reply(api.auditLog.check, () => (answer = { last, isRunning: true })),
    );
    const { user } = openAsAdmin();
    const head = await screen.findByRole('banner');
    const state = await within(head).findByText('Íntegra, comprobada el 16-11-2026 ~ 05:31');
    expect(state.title).toBe('Auditoría íntegra: 12.408 registros comprobados el 16-11-2026 ~ 05:31.');
    await user.click(screen.getByRole('button', { name: 'Comprobar ahora' }));
    const busy = await screen.findByRole('button', { name: 'Comprobando…' });
    expect((busy as HTMLButtonElement).disabled).toBe(true);
    answer = { last: { ...last, at: '2026-11-16T15:00:00.000Z', rows: 12_409 }, isRunning: false };
    expect(
      await screen.findByText('Íntegra, comprobada el 16-11-2026 ~ 12:00', undefined, { timeout: 5000 }),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Comprobar ahora' })).toBeTruthy();
  });

  test('a chain that does not match cannot be overlooked', async () => {
    const findings = ['El registro 7 fue modificado.', 'El registro 9 fue eliminado.'];
    server.use(reply(api.auditLog.lastCheck, { last: { ...last, findingCount: 31, findings }, isRunning: false }));
    openAsAdmin();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('La auditoría fue alterada')).toBeTruthy();
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([...findings, 'Y 29 más: las nombra todas «npm run audit:verify».']);
  });

  test('says that no check was made yet; other roles neither see nor request it', async () => {
    server.use(reply(api.auditLog.lastCheck, { last: null, isRunning: false }));
    const { unmount } = openAsAdmin();
    expect(await screen.findByText('La cadena de la auditoría todavía no se comprobó')).toBeTruthy();
    unmount();
    // A coordinator's page that asked would fail here: nothing answers that question.
    server.use(refuse(api.auditLog.lastCheck, 'FORBIDDEN'), listing(anAuditPage([anAuditRecord()])));
    openPage();
    await screen.findByText('CAMPAÑA');
    expect(screen.queryByRole('button', { name: 'Comprobar ahora' })).toBeNull();
  });
});
