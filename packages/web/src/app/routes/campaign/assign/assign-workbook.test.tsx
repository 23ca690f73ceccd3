import { api } from '@campanero/contract';
import { loads } from '@campanero/contract/loads/endpoints';
import { compoundFile, tableBook, tableParts, zipOf } from '@campanero/contract/test/workbook';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aCampaign, campaignLookups } from '../../../../test/campaign-world.ts';
import { aCampaignPage } from '../../../../test/campaigns.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { reply, server } from '../../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

let sent: Record<string, string>[];
beforeEach(() => {
  sent = [];
  server.use(
    ...campaignLookups(),
    reply(api.campaigns.detail, aCampaign()),
    reply(api.campaigns.list, aCampaignPage([])),
    reply(loads.last, null),
    reply(loads.upload, async ({ request }) => {
      const fields = [...(await request.formData())];
      sent.push(
        Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'string' ? value : value.name])),
      );
      return { id: 9, status: 'CARGANDO AUDIENCIA' as const };
    }),
  );
});

const openPage = () => renderPage('/campaign/detail/31/assign', { as: aSession(['Coordinador']) });
async function choose(content: Uint8Array<ArrayBuffer>, name = 'padron.xlsx') {
  fireEvent.change(await screen.findByTestId('file-input'), { target: { files: [new File([content], name)] } });
  return screen.findByRole('region', { name: `Vista previa de ${name}` });
}
const isReady = () =>
  screen.getByRole('button', { name: 'Cargar audiencia' }).getAttribute('aria-disabled') === 'false';
const rowsOf = (preview: HTMLElement) =>
  within(preview)
    .getAllByRole('row')
    .map((row) => row.textContent);

const TABLE = [
  ['Padrón de noviembre'],
  ['Nombre', 'Celular', 'Barrio', 'Obra social'],
  ['Ana', '+54 9 11 5555-1234', 'flores', 'OSDE'],
  ['Eva', '123'],
];

test('shows the sheet as the loader reads it: header, columns, rows and those it would reject', async () => {
  openPage();
  const preview = await choose(await tableBook(TABLE));
  expect(await within(preview).findByText('Excel · hoja «Hoja1» · encabezado en la fila 2')).toBeTruthy();
  expect(within(preview).getByText('Obra social')).toBeTruthy();
  expect(rowsOf(preview)).toEqual([
    'FilaNúmeroNombreLugar',
    '311 5555 1234AnaFlores, Comuna 7, Ciudad Autónoma de Buenos Aires',
  ]);
  expect(within(preview).getByText('1 de 2 filas de la hoja se rechazarían; las demás se cargan:')).toBeTruthy();
  expect(within(preview).getByText(/^Fila 4: El teléfono «123»/)).toBeTruthy();
  expect(within(preview).queryByText('Hoja que se carga')).toBeNull();
  expect(isReady()).toBe(true);
});

test('of a workbook with several sheets another can be chosen, and that one is sent', async () => {
  const { user } = openPage();
  const parts = tableParts(TABLE);
  const second = parts['xl/worksheets/sheet1.xml']!;
  const sheets = { Portada: '', 'Padrón 2026': '' };
  const preview = await choose(
    await zipOf(tableParts(TABLE, { sheets, parts: { 'xl/worksheets/sheet2.xml': second } })),
  );
  expect(await within(preview).findByText('La hoja «Portada» de «padron.xlsx» está vacía: elija otra.')).toBeTruthy();
  expect(isReady()).toBe(false);
  await user.click(within(preview).getByRole('button', { name: 'Hoja que se carga Portada' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Padrón 2026' }));
  expect(await within(preview).findByText('Excel · encabezado en la fila 2')).toBeTruthy();
  await waitFor(() => expect(isReady()).toBe(true));
  await user.click(screen.getByRole('button', { name: 'Cargar audiencia' }));
  await waitFor(() => expect(sent).toEqual([{ sheet1: 'Padrón 2026', 'audience[]': 'padron.xlsx' }]));
});

test('a large sheet is judged by its beginning, with the texts that its rows name', async () => {
  openPage();
  const rows = Array.from(
    { length: 20_000 },
    (_, n) => `<row r="${n + 2}"><c r="A${n + 2}" t="s"><v>${n + 1}</v></c></row>`,
  );
  const texts = ['telefono', ...Array.from({ length: 20_000 }, (_, n) => String(1_155_500_000 + n))];
  const book = await tableBook([], {
    sheets: { Hoja1: `<row r="1"><c r="A1" t="s"><v>0</v></c></row>${rows.join('')}` },
    texts: texts.map((text) => `<si><t>${text}</t></si>`).join(''),
  });
  const preview = await choose(book);
  expect(await within(preview).findByText(/^Las \d\.\d{3} filas de la muestra son válidas\.$/)).toBeTruthy();
  expect(rowsOf(preview).slice(0, 3)).toEqual(['FilaNúmero', '211 5550 0000', '311 5550 0001']);
});

test.each([
  ['con contraseña', async () => compoundFile(['EncryptedPackage']), /está protegido con contraseña/],
  ['con macros', () => zipOf({ ...tableParts(TABLE), 'xl/vbaProject.bin': 'x' }), /contiene macros/],
  ['cortado', async () => (await tableBook(TABLE)).slice(0, 600), /incompleto o dañado/],
  ['otro zip', () => zipOf({ 'a.txt': 'x' }), /no es un libro de Excel/],
])('a file that cannot be opened says why before anything is sent: %s', async (_, make, words) => {
  openPage();
  const preview = await choose(await make());
  expect((await within(preview).findByRole('alert')).textContent).toMatch(words);
  expect(isReady()).toBe(false);
});
