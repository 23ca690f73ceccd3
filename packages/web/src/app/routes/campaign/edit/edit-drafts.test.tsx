import { api } from '@campanero/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession } from '../../../../lib/session.ts';
import { aCampaign, campaignLookups } from '../../../../test/campaign-world.ts';
import { aState } from '../../../../test/catalogue.ts';
import { aSession } from '../../../../test/people.ts';
import { renderPage } from '../../../../test/render.tsx';
import { reply, server } from '../../../../test/server.ts';

// Whole pages with selectors and lists: slow to draw on a busy machine.
vi.setConfig({ testTimeout: 40_000 });

const script = {
  id: 5,
  originalName: 'viejo.pdf',
  link: '/api/campaign/31/script/5',
  contentType: 'application/pdf' as const,
  bytes: 900,
};
const pdf = () => new File(['%PDF-1.7'], 'nuevo.pdf', { type: 'application/pdf' });

beforeEach(() => {
  sessionStorage.clear();
  server.use(
    ...campaignLookups(),
    reply(api.campaigns.detail, aCampaign({ scripts: [script], formId: '7', formName: 'Taller de huerta' })),
    reply(api.campaigns.unassociated, [aState({ id: 10, name: 'Participa', color: '#1F8A4C' })]),
    reply(api.forms.capacity, { slots: 500, enrolled: 450, status: 'ABIERTO' }),
    reply(api.forms.campaignCapacity, { slots: 500, enrolled: 450, status: 'ABIERTO' }),
    reply(api.campaigns.progress, { total: 0, called: 0, pending: 0, unassigned: 0, reserve: 0, states: [] }),
    reply(api.campaigns.events, []),
  );
});

const open = (tab: string) => renderPage(`/campaign/edit/31?tab=${tab}`, { as: aSession(['Coordinador']) });
type Page = ReturnType<typeof open>;

/** The session ends by itself; the person signs in again and is back at the same address. */
async function loseSessionAndReturn(page: Page, tab: string, as = aSession(['Coordinador'])): Promise<Page> {
  act(() => endSession('expired'));
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/signin'));
  page.unmount();
  return renderPage(`/campaign/edit/31?tab=${tab}`, { as });
}
/** As a browser does: the page is gone without a word, its memory too; what it stored stays. */
function reload(page: Page, tab: string): Page {
  const kept = Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? ''] as const);
  page.unmount();
  for (const [key, value] of kept) sessionStorage.setItem(key, value);
  return open(tab);
}
const unsaved = (name: string) => screen.findByRole('tab', { name: new RegExp(`^${name}.*sin guardar`) });

async function chooseDistrict({ user }: Page) {
  await user.click(await screen.findByRole('combobox', { name: 'Distrito' }));
  await user.click(await screen.findByRole('option', { name: 'Buenos Aires' }));
}
const district = async () => (await screen.findByRole<HTMLInputElement>('combobox', { name: 'Distrito' })).value;

describe('a session that ends by itself costs nothing', () => {
  test('of the place', async () => {
    const page = open('place');
    await chooseDistrict(page);
    await loseSessionAndReturn(page, 'place');
    await unsaved('Ubicación');
    await waitFor(async () => expect(await district()).toBe('Buenos Aires'));
  });

  test('of the form, also of having taken it away', async () => {
    const page = open('form');
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Formulario' });
    await waitFor(() => expect(field.value).toBe('Taller de huerta'));
    await page.user.clear(field);
    await unsaved('Formulario');
    await loseSessionAndReturn(page, 'form');
    await unsaved('Formulario');
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Formulario' })).value).toBe('');
  });

  test('of the states', async () => {
    const page = open('states');
    await page.user.dblClick(await screen.findByRole('option', { name: 'Participa' }));
    await loseSessionAndReturn(page, 'states');
    await unsaved('Estados');
    const chosen = await screen.findByRole('listbox', { name: 'Asociados a la campaña' });
    expect(within(chosen).getByRole('option', { name: 'Participa' })).toBeTruthy();
  });

  test('of the scripts, new files included', async () => {
    const page = open('scripts');
    await page.user.click(await screen.findByRole('button', { name: 'Quitar viejo.pdf' }));
    await page.user.upload(screen.getByTestId('file-input'), pdf());
    await screen.findByText('nuevo.pdf');
    await loseSessionAndReturn(page, 'scripts');
    await unsaved('Script');
    expect(await screen.findByText('nuevo.pdf')).toBeTruthy();
    expect(screen.queryByText('viejo.pdf')).toBeNull();
    expect(screen.queryByText(/Los archivos no se conservan/)).toBeNull();
  });

  test('of the tabs one was not looking at', async () => {
    const page = open('place');
    await chooseDistrict(page);
    await page.user.click(screen.getByRole('tab', { name: 'Estados' }));
    await page.user.dblClick(await screen.findByRole('option', { name: 'Participa' }));
    await loseSessionAndReturn(page, 'information');
    expect(await unsaved('Ubicación')).toBeTruthy();
    expect(await unsaved('Estados')).toBeTruthy();
  });
});

test('after a reload the names show which files must be chosen again', async () => {
  const page = open('scripts');
  await page.user.upload(await screen.findByTestId('file-input'), pdf());
  await screen.findByText('nuevo.pdf');
  const again = reload(page, 'scripts');
  expect(await screen.findByText(/vuelva a elegirlos: nuevo\.pdf\./)).toBeTruthy();
  await again.user.upload(screen.getByTestId('file-input'), pdf());
  await unsaved('Script');
  expect(screen.queryByText(/vuelva a elegirlos/)).toBeNull();
});

describe('nothing stays behind', () => {
  test('after undoing', async () => {
    const page = open('place');
    await chooseDistrict(page);
    expect(sessionStorage.length).toBe(1);
    await page.user.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(sessionStorage.length).toBe(0);
  });

  test('after leaving on purpose', async () => {
    const page = open('place');
    await chooseDistrict(page);
    await page.user.click(screen.getByRole('link', { name: 'Ver campaña' }));
    await page.user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/campaign/31'));
    await waitFor(() => expect(sessionStorage.length).toBe(0));
  });

  test('for another person', async () => {
    const page = open('place');
    await chooseDistrict(page);
    await loseSessionAndReturn(page, 'place', aSession(['Coordinador'], { id: 8, name: 'Otra persona' }));
    expect(await district()).toBe('');
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:7:'))).toEqual([]);
  });
});
