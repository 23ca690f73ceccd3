import { api } from '@campanero/contract';
import { loads } from '@campanero/contract/loads/endpoints';
import { type RememberedSpelling, spellings } from '@campanero/contract/loads/spellings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { paths } from '../../../pages.ts';
import { LastLoadReport } from '../../../../features/loads/report/last-load-report.tsx';
import { aCampaign, campaignLookups } from '../../../../test/campaign-world.ts';
import { aCampaignPage } from '../../../../test/campaigns.ts';
import { aCsv, aLoad } from '../../../../test/loads.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage, renderPiece } from '../../../../test/render.tsx';
import { refuse, reply, server } from '../../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

const CITY = 'Ciudad Autónoma de Buenos Aires';
const FLORES = { districtId: '02', sectionId: '02007', subsectionId: '0200701' };
const LAS_FLORES: RememberedSpelling = {
  id: 4,
  name: 'Las Flores',
  ...FLORES,
  place: 'Flores',
  within: `Comuna 7, ${CITY}`,
  userName: 'Ana Ledesma',
  createdAt: '2026-11-03T12:01:00.000Z',
};
const UNKNOWN = [
  {
    level: 'subsection' as const,
    name: 'Las Flores',
    districtName: CITY,
    rows: 1_240,
    closest: [{ ...FLORES, name: 'Flores', within: `Comuna 7, ${CITY}` }],
    remembered: null,
  },
  {
    level: 'section' as const,
    name: 'San Martin',
    districtName: null,
    rows: 12,
    closest: [{ districtId: '50', sectionId: '50098', subsectionId: null, name: 'San Martín', within: 'Mendoza' }],
    remembered: null,
  },
  { level: 'district' as const, name: 'Narnia', districtName: null, rows: 1, closest: [], remembered: null },
];
const withUnknown = aLoad({ unknownPlaces: UNKNOWN, unknownPlacesCount: 3 });

let sent: string[];
let remembered: unknown[];
let list: RememberedSpelling[];
beforeEach(() => {
  sent = [];
  remembered = [];
  list = [];
  server.use(
    reply(spellings.list, () => list),
    ...campaignLookups(),
    reply(api.campaigns.detail, aCampaign()),
    reply(api.campaigns.list, aCampaignPage([])),
    reply(loads.last, null),
    reply(loads.upload, ({ query }) => {
      sent.push(query.toString());
      return { id: 9, status: 'CARGANDO AUDIENCIA' as const };
    }),
    reply(spellings.remember, async ({ request }) => {
      remembered.push(await request.json());
      list = [LAS_FLORES];
      return LAS_FLORES;
    }),
    reply(spellings.forget, () => {
      list = [];
      return LAS_FLORES;
    }),
  );
});
const openPage = () => renderPage('/campaign/detail/31/assign', { as: aSession(['Coordinador']) });
const FILE = 'Nombre;Celular;Barrio\nAna;1155551234;Las Flores\nEva;1155551235;Flores\n';

test('the choice is shown in the preview and sent with the file', async () => {
  const { user } = openPage();
  fireEvent.change(await screen.findByTestId('file-input'), { target: { files: [aCsv(FILE)] } });
  const preview = await screen.findByRole('region', { name: 'Vista previa de vecinos_c4.csv' });
  expect(await within(preview).findByText(/1 de 2 filas del archivo se rechazarían/)).toBeTruthy();
  expect(within(preview).getByText(/Lugares que no coinciden/).textContent).toBe(
    'Lugares que no coinciden con los oficiales: Las Flores (1). Abajo puede elegir que sus filas se carguen sin ese lugar.',
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Rechazar la fila' }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Cargar sin ese lugar' }));
  expect(await within(preview).findByText('Las 2 filas del archivo son válidas.')).toBeTruthy();
  expect(within(preview).getByText(/Sus filas se cargan sin ese lugar\.$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cargar audiencia' }));
  await waitFor(() => expect(sent).toEqual(['places=drop']));
});

test('the preview applies remembered spellings', async () => {
  list = [LAS_FLORES];
  openPage();
  fireEvent.change(await screen.findByTestId('file-input'), { target: { files: [aCsv(FILE)] } });
  expect(await screen.findByText('Las 2 filas del archivo son válidas.')).toBeTruthy();
  expect(screen.queryByText(/Lugares que no coinciden/)).toBeNull();
});

describe('the report', () => {
  test('names unknown places with their rows; one click remembers what a place means', async () => {
    let isRemembered = false;
    server.use(
      reply(loads.last, () =>
        isRemembered
          ? { ...withUnknown, unknownPlaces: [{ ...UNKNOWN[0]!, remembered: 'Flores' }, ...UNKNOWN.slice(1)] }
          : withUnknown,
      ),
      reply(spellings.remember, async ({ request }) => {
        remembered.push(await request.json());
        isRemembered = true;
        return LAS_FLORES;
      }),
    );
    const { user } = openPage();
    const report = await screen.findByRole('region', { name: 'Carga completa con 198 filas rechazadas' });
    expect(report.textContent).toContain(
      '3 lugares no coinciden con los oficiales: Las Flores (1.240), San Martin (12), Narnia (1).',
    );
    await user.click(within(report).getByRole('button', { name: 'Ver lugares' }));
    const dialog = await screen.findByRole('dialog', { name: 'Lugares que no coinciden' });
    const rows = within(dialog)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(rows).toEqual([
      `Las FloresSubsección de CABA1.240FloresComuna 7, ${CITY}`,
      'San MartinSección12San Martín, Mendoza',
      'NarniaDistrito1Ningún nombre oficial se parece.',
    ]);
    // The same letters cannot be remembered: there the file has to say in which district.
    expect(within(dialog).queryByRole('button', { name: /San Martín/ })).toBeNull();
    await user.click(
      within(dialog).getByRole('button', { name: `Recordar «Las Flores» como Flores, Comuna 7, ${CITY}` }),
    );
    expect(await within(dialog).findByText('Se recuerda como Flores')).toBeTruthy();
    expect(await screen.findByText('«Las Flores» se entenderá como Flores en las próximas cargas.')).toBeTruthy();
    expect(remembered).toEqual([{ name: 'Las Flores', ...FLORES }]);
  });

  test('counts the rows that were loaded without their place', async () => {
    server.use(reply(loads.last, { ...withUnknown, places: 'drop', rowsWithoutPlace: 1_253 }));
    openPage();
    const report = await screen.findByRole('region', { name: 'Carga completa con 198 filas rechazadas' });
    expect(report.textContent).toContain(
      '3 lugares no coinciden con los oficiales y 1.253 filas se cargaron sin ellos: Las Flores (1.240)',
    );
  });

  test('offers nothing to remember to a role that may not', async () => {
    server.use(reply(loads.last, withUnknown));
    const { user } = renderPiece(<LastLoadReport campaignId={31} campaignLink={paths.campaign} />, {
      as: aSession(['Coordinador externo']),
    });
    await user.click(await screen.findByRole('button', { name: 'Ver lugares' }));
    const dialog = await screen.findByRole('dialog', { name: 'Lugares que no coinciden' });
    expect(within(dialog).getByText(`Flores, Comuna 7, ${CITY}`)).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: /Recordar/ })).toBeNull();
  });
});

describe('remembered spellings', () => {
  const openDialog = async () => {
    const page = openPage();
    await page.user.click(await screen.findByRole('button', { name: 'Ver lugares recordados' }));
    return { ...page, dialog: await screen.findByRole('dialog', { name: 'Lugares recordados' }) };
  };
  const pick = async (dialog: HTMLElement, field: string, option: string) => {
    const input = await within(dialog).findByRole<HTMLInputElement>('combobox', { name: field });
    await waitFor(() => expect(input.disabled).toBe(false));
    fireEvent.mouseDown(input);
    fireEvent.click(await screen.findByRole('option', { name: option }));
  };

  test('is added to and forgotten', async () => {
    const { user, dialog } = await openDialog();
    expect(await within(dialog).findByText('Todavía no se recuerda ninguna.')).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText('Como aparece en los archivos'), {
      target: { value: ' Las Flores ' },
    });
    const button = within(dialog).getByRole('button', { name: 'Recordar' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await pick(dialog, 'Distrito', CITY);
    await pick(dialog, 'Sección', 'Comuna 7');
    await pick(dialog, 'Subsección', 'Flores');
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
    await user.click(button);
    const forget = await within(dialog).findByRole('button', { name: 'Olvidar «Las Flores»' });
    expect(remembered).toEqual([{ name: 'Las Flores', ...FLORES }]);
    expect(within(dialog).getByLabelText<HTMLInputElement>('Como aparece en los archivos').value).toBe('');
    await user.click(forget);
    expect(await within(dialog).findByText('Todavía no se recuerda ninguna.')).toBeTruthy();
    expect(await screen.findByText('«Las Flores» ya no se recuerda.')).toBeTruthy();
  });

  test('a refusal is said and keeps what was typed', async () => {
    server.use(refuse(spellings.remember, 'SPELLING_TAKEN'));
    const { user, dialog } = await openDialog();
    const name = within(dialog).getByLabelText<HTMLInputElement>('Como aparece en los archivos');
    fireEvent.change(name, { target: { value: 'Capital' } });
    await pick(dialog, 'Distrito', CITY);
    await user.click(within(dialog).getByRole('button', { name: 'Recordar' }));
    expect(
      await within(dialog).findByText('Esa forma de escribirlo ya se recuerda para otro lugar o para este mismo.'),
    ).toBeTruthy();
    expect(name.value).toBe('Capital');
  });
});
