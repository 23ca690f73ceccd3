import { api } from '@campanero/contract';
import { loads } from '@campanero/contract/loads/endpoints';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../../../lib/session.ts';
import { aCampaign, campaignLookups } from '../../../../test/campaign-world.ts';
import { aCampaignPage } from '../../../../test/campaigns.ts';
import { aCsv, aLoad, aRunningLoad } from '../../../../test/loads.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { refuse, reply, server } from '../../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

const PAGE = '/campaign/detail/31/assign';
const coordinator = () => aSession(['Coordinador']);
const openPage = (as = coordinator()) => renderPage(PAGE, { as });

/** What each upload brought. */
let sent: { files: string[]; query: string; key: string | null }[];
const accept = () =>
  reply(loads.upload, async ({ request, query }) => {
    const form = await request.formData();
    sent.push({
      files: form.getAll('audience[]').map((file) => (file as File).name),
      query: query.toString(),
      key: request.headers.get('idempotency-key'),
    });
    return { id: 9, status: 'CARGANDO AUDIENCIA' as const };
  });

beforeEach(() => {
  sent = [];
  server.use(
    ...campaignLookups(),
    reply(api.campaigns.detail, aCampaign()),
    reply(api.campaigns.list, aCampaignPage([])),
    reply(loads.last, null),
    accept(),
  );
});

async function choose(...files: File[]) {
  const input = await screen.findByTestId('file-input');
  fireEvent.change(input, { target: { files } });
}
const GOOD = 'Nombre;Celular;Barrio;Obra social\nAna;+54 9 11 5555-1234;flores;OSDE\nLuis;0351 15 555-1234;;\n';
const sendButton = () => screen.getByRole('button', { name: 'Cargar audiencia' });
const isReady = () => sendButton().getAttribute('aria-disabled') === 'false';

describe('permissions', () => {
  test('without audience.load the page leads to the campaigns', async () => {
    const { router } = openPage(aSession(['Coordinador externo']));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns'));
  });

  test('a finished campaign takes no audience and says so', async () => {
    server.use(reply(api.campaigns.detail, aCampaign({ status: 'FINALIZADA' })));
    openPage();
    expect(await screen.findByText('La campaña ya no admite audiencia')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });
});

describe('the files', () => {
  test('has its three tabs, and nothing to send at first', async () => {
    openPage();
    await screen.findByRole('tab', { name: 'Subir Audiencia' });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Subir Audiencia',
      'Dashboard',
      'Formulario',
    ]);
    expect(sendButton().getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Elija al menos un archivo.')).toBeTruthy();
  });

  test('only tables, at most two, at most 500 MB each: said before anything is sent', async () => {
    openPage();
    const huge = aCsv('telefono\n1', 'enorme.csv');
    Object.defineProperty(huge, 'size', { value: 524_288_001 });
    const excel = new File([new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2])], 'padron.csv');
    const old = new File(['x'], 'padron.xls');
    await choose(
      aCsv(GOOD, 'notas.txt'),
      huge,
      excel,
      old,
      aCsv(GOOD, 'a.csv'),
      aCsv(GOOD, 'b.csv'),
      aCsv(GOOD, 'c.csv'),
    );
    const told = await screen.findByRole('alert');
    expect(told.textContent).toBe(
      '«notas.txt» no es un archivo CSV o XLSX.' +
        '«enorme.csv» pesa más de 500 MB.' +
        '«padron.csv» no es un CSV, sino una planilla: guárdela como .xlsx y vuelva a elegirla.' +
        '«padron.xls»: Es un archivo de un Excel anterior (.xls). Ábralo en Excel y guárdelo como .xlsx.' +
        'Puede adjuntar hasta 2 archivos.',
    );
    const list = screen.getByRole('list', { name: 'Archivos' });
    expect(
      within(list)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Quitar a.csv', 'Quitar b.csv']);
  });

  test('shows encoding, columns, normalised rows and rejected rows as the loader reads them', async () => {
    openPage();
    await choose(aCsv(`${GOOD}Eva;123;;\nTeo;1155551234;Narnia;\n`));
    const preview = await screen.findByRole('region', { name: 'Vista previa de vecinos_c4.csv' });
    expect(await within(preview).findByText('UTF-8 · separado por punto y coma')).toBeTruthy();
    const columns = within(preview).getByRole('list', { name: 'Columnas reconocidas' });
    expect(
      within(columns)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Nombrese carga comoNombre',
      'Celularse carga comoCelular',
      'Barriose carga comoSubsección',
      'Obra social· se ignora',
    ]);
    const rows = within(preview)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows).toEqual([
      'LíneaNúmeroNombreLugar',
      '211 5555 1234AnaFlores, Comuna 7, Ciudad Autónoma de Buenos Aires',
      '335 1555 1234Luis—',
    ]);
    expect(within(preview).getByText('2 de 4 filas del archivo se rechazarían; las demás se cargan:')).toBeTruthy();
    const rejected = within(preview).getByRole('list', { name: 'Filas rechazadas de vecinos_c4.csv' });
    expect(
      within(rejected)
        .getAllByRole('listitem')
        .map((item) => item.textContent?.slice(0, 9)),
    ).toEqual(['Línea 4: ', 'Línea 5: ']);
    expect(isReady()).toBe(true);
  });

  test('takes the delimiter from the line in which Excel names it', async () => {
    openPage();
    await choose(aCsv('sep=,\r\nNombre,Celular\r\nAna,+54 9 11 5555-1234\r\n'));
    const preview = await screen.findByRole('region', { name: 'Vista previa de vecinos_c4.csv' });
    expect(await within(preview).findByText('UTF-8 · separado por coma')).toBeTruthy();
    expect(within(preview).getAllByRole('row')[1]!.textContent).toBe('311 5555 1234Ana');
    expect(isReady()).toBe(true);
  });

  test('a file without a phone column is reported and cannot be sent', async () => {
    openPage();
    await choose(aCsv('Nombre;Apellido\nAna;Paz\n', 'sin-telefono.csv'));
    expect(
      await screen.findByText(
        '«sin-telefono.csv» no tiene una columna de teléfono ni de celular: no se puede cargar. Vea los nombres aceptados en «Ver Formato».',
      ),
    ).toBeTruthy();
    expect(isReady()).toBe(false);
    fireEvent.submit(screen.getByRole('form', { name: 'Subir Audiencia' }));
    expect(sent).toEqual([]);
  });

  test('a file in which nobody can be called is not sent', async () => {
    openPage();
    await choose(aCsv('Nombre;Celular\nAna;no tiene\nLuis;tampoco\n', 'nadie.csv'));
    expect((await screen.findByText('Ninguna fila del archivo es válida:')).closest('[role=alert]')).toBeTruthy();
    expect(screen.getAllByText('Ninguna fila se puede cargar.').length).toBeGreaterThan(0);
    expect(isReady()).toBe(false);
  });

  test('places that nobody knows are for the load to tell, whose report can remember them', async () => {
    openPage();
    await choose(aCsv('Nombre;Celular;Distrito\nAna;11 5555-1234;Narnia\n', 'narnia.csv'));
    expect(await screen.findByText(/^Ninguna fila del archivo es válida:$/)).toBeTruthy();
    expect(isReady()).toBe(true);
  });

  test('a long file is judged by its beginning, which is cut off without blaming a row', async () => {
    openPage();
    await choose(aCsv(`telefono\n${'1155551234\n'.repeat(20_000)}`));
    expect(await screen.findByText(/^Las 5\.9\d\d filas de la muestra son válidas\.$/)).toBeTruthy();
  });
});

describe('sending', () => {
  test('brings files and options, says that it is being validated and leads to the campaigns', async () => {
    const { user, router } = openPage();
    await choose(aCsv(GOOD, 'a.csv'), aCsv(GOOD, 'b.csv'));
    await user.click(screen.getByRole('checkbox', { name: /llamados en los últimos/ }));
    fireEvent.change(screen.getByLabelText('Días sin llamados'), { target: { value: '' } });
    expect(
      await screen.findByText('Ingrese una cantidad de días entre 1 y 3650.', { selector: '.Mui-error' }),
    ).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Días sin llamados'), { target: { value: '15' } });
    await user.click(screen.getByRole('checkbox', { name: 'No cargar números que ya están en otra campaña activa' }));
    await waitFor(() => expect(isReady()).toBe(true));
    await user.click(sendButton());
    expect(await screen.findByText('La audiencia está siendo validada')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/campaigns');
    expect(sent).toEqual([
      { files: ['a.csv', 'b.csv'], query: 'excludeCalledDays=15&excludeActive=1', key: expect.any(String) as string },
    ]);
  });

  test('a failure has the words of the catalogue and keeps the files; the same again is the same attempt', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('*/api/campaign/31/audience', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return HttpResponse.error();
      }),
    );
    const { user } = openPage();
    await choose(aCsv(GOOD));
    await waitFor(() => expect(isReady()).toBe(true));
    await user.click(sendButton());
    const text = 'Hubo un error al subir la audiencia. Inténtelo de nuevo o contacte con el soporte.';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText(`${text} Los archivos elegidos siguen aquí: puede volver a enviarlos.`)).toBeTruthy();
    server.use(accept());
    await user.click(sendButton());
    expect(await screen.findByText('La audiencia está siendo validada')).toBeTruthy();
    expect(sent.map(({ key }) => key)).toEqual(keys);
  });

  test('a campaign that is loading already is a warning, and its progress shows', async () => {
    server.use(refuse(loads.upload, 'CAMPAIGN_PROCESSING'));
    const { user } = openPage();
    await choose(aCsv(GOOD));
    await waitFor(() => expect(isReady()).toBe(true));
    server.use(
      reply(api.campaigns.detail, aCampaign({ status: 'CARGANDO AUDIENCIA' })),
      reply(loads.last, aRunningLoad()),
    );
    await user.click(sendButton());
    expect(await screen.findByText('La campaña está siendo procesada. Por favor espere')).toBeTruthy();
    expect(await screen.findByRole('progressbar', { name: 'Carga de la audiencia' })).toBeTruthy();
  });

  test('a campaign that has ended meanwhile is not sent half a gigabyte', async () => {
    const { user } = openPage();
    await choose(aCsv(GOOD));
    await waitFor(() => expect(isReady()).toBe(true));
    server.use(reply(api.campaigns.detail, aCampaign({ status: 'FINALIZADA' })));
    await user.click(sendButton());
    expect(await screen.findByText('La campaña ya no admite audiencia')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  test('a connection closed by the server shows its refusal', async () => {
    const { user } = openPage();
    await choose(aCsv(GOOD));
    await waitFor(() => expect(isReady()).toBe(true));
    server.use(
      http.post('*/api/campaign/31/audience', () => {
        // Somebody else was faster, after we had asked.
        server.use(
          reply(api.campaigns.detail, aCampaign({ status: 'CARGANDO AUDIENCIA' })),
          reply(loads.last, aRunningLoad()),
        );
        return HttpResponse.error();
      }),
    );
    await user.click(sendButton());
    expect(await screen.findByText('La campaña está siendo procesada. Por favor espere')).toBeTruthy();
    expect(screen.queryByText(/Hubo un error/)).toBeNull();
    expect(await screen.findByRole('progressbar', { name: 'Carga de la audiencia' })).toBeTruthy();
  });

  test('while it travels it can be cancelled, and leaving asks first', async () => {
    server.use(reply(loads.upload, () => new Promise<never>(() => {})));
    const { user, router } = openPage();
    await choose(aCsv(GOOD));
    await waitFor(() => expect(isReady()).toBe(true));
    await user.click(sendButton());
    await screen.findByRole('button', { name: 'Cancelar envío' });
    await act(() => router.navigate('/campaigns'));
    const dialog = await screen.findByRole('dialog', { name: 'El envío no terminó' });
    await user.click(within(dialog).getByRole('button', { name: 'Seguir enviando' }));
    expect(router.state.location.pathname).toBe(PAGE);
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    await user.click(await screen.findByRole('button', { name: 'Cancelar envío' }));
    await waitFor(() => expect(isReady()).toBe(true));
    expect(screen.queryByText(/Hubo un error/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Quitar vecinos_c4.csv' })).toBeTruthy();
  });

  test('a session that ends in the middle does not cost the chosen files', async () => {
    server.use(refuse(loads.upload, 'UNAUTHENTICATED'));
    const { user, router } = openPage();
    await choose(aCsv(GOOD));
    await waitFor(() => expect(isReady()).toBe(true));
    await user.click(sendButton());
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
    act(() => beginSession(coordinator()));
    await waitFor(() => expect(router.state.location.pathname).toBe(PAGE));
    expect(await screen.findByRole('button', { name: 'Quitar vecinos_c4.csv' })).toBeTruthy();
    // Signing out drops the draft.
    act(() => endSession('signed-out'));
    act(() => beginSession(coordinator()));
    await act(() => router.navigate(PAGE));
    await screen.findByText('Elija al menos un archivo.');
    expect(screen.queryByText('vecinos_c4.csv')).toBeNull();
  });
});

describe('the format', () => {
  test('is a modal with the names the loader knows and an example to download', async () => {
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Ver Formato' }));
    const dialog = await screen.findByRole('dialog', { name: 'Formato del archivo' });
    const names = within(dialog)
      .getAllByRole('rowheader')
      .map((cell) => cell.firstElementChild?.textContent);
    expect(names).toEqual([
      'Teléfono',
      'Celular',
      'Nombre',
      'Apellido',
      'Documento',
      'Fecha de nacimiento',
      'Género',
      'Correo',
      'Nacionalidad',
      'Canal',
      'Id de contacto',
      'Distrito',
      'Sección',
      'Subsección',
    ]);
    expect(within(dialog).getByText(/^celular, movil, mobile/)).toBeTruthy();
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await user.click(within(dialog).getByRole('button', { name: 'Descargar ejemplo' }));
    expect((save.mock.contexts[0] as HTMLAnchorElement).download).toBe('audiencia-ejemplo.csv');
    save.mockRestore();
  });
});

test('the report of the last load leads to the files for what was corrected', async () => {
  server.use(reply(loads.last, aLoad()));
  const { user } = openPage();
  await user.click(await screen.findByRole('link', { name: 'Cargar las filas corregidas' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elegir archivos' })));
});
