import { api } from '@campanero/contract';
import { layoutChange, mergeSettings, type SettingsPatch } from '@campanero/contract/settings/schemas';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { sessionCheckQuery } from '../../lib/session-api.ts';
import { changeSettings, getSettings, applyShellRecord } from '../../lib/settings.ts';
import { aCampaignPage } from '../../test/campaigns.ts';
import { setWindowSize } from '../../test/window-size.ts';
import { aSession } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { reply, server } from '../../test/server.ts';
import { aShellRecord } from '../../test/shell-record.ts';
import { seeNothingHappen } from '../../test/waiting.ts';

beforeEach(() => server.use(reply(api.campaigns.list, aCampaignPage([]))));

type Config = NonNullable<SettingsPatch['layout']>['config'];
function open(style: 'layout1' | 'layout2' | 'layout3', config: Config = {}) {
  const settings = mergeSettings(layoutChange(style), { layout: { config } });
  const shell = aShellRecord();
  shell.record.settings = settings;
  server.use(shell.saves());
  return renderApp('/campaigns', { as: aSession(['Administrador'], { settings }) });
}
const sidebar = () => screen.findByRole('complementary', { name: 'Barra lateral' });
const hrefsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

test('style-2: the keyboard opens the rail, Escape closes it, and its toggle keeps it open for good', async () => {
  const { user } = open('layout1', { navbar: { style: 'style-2' } });
  const aside = await sidebar();
  await within(aside).findByRole('link', { name: 'Campañas' });
  expect(within(aside).queryByText('ana@demo.gob.ar')).toBeNull();
  // Skip link first, then the rail's first entry, which opens the rail.
  await user.tab();
  await user.tab();
  expect(await within(aside).findByText('ana@demo.gob.ar')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(within(aside).queryByText('ana@demo.gob.ar')).toBeNull());
  fireEvent.pointerEnter(within(aside).getByRole('navigation').parentElement!.parentElement!, { pointerType: 'mouse' });
  await user.click(await within(aside).findByRole('button', { name: 'Mantener abierta la navegación' }));
  expect(getSettings().layout.config.navbar).toMatchObject({ style: 'style-2', folded: false });
  await user.click(await within(aside).findByRole('button', { name: 'Plegar navegación' }));
  expect(getSettings().layout.config.navbar).toMatchObject({ folded: true });
});

test('style-3: a group opens its panel; again, elsewhere or a choice closes it; the toolbar puts the rail away', async () => {
  const { user, router } = open('layout1', { navbar: { style: 'style-3' } });
  const aside = await sidebar();
  const monitor = await within(aside).findByRole('button', { name: 'Monitor', expanded: false });
  await user.click(monitor);
  expect(hrefsOf(within(aside).getByRole('navigation', { name: 'Monitor' }))).toEqual([
    '/monitor/live',
    '/monitor/general',
    '/monitor/single',
  ]);
  await user.click(monitor);
  expect(within(aside).queryByRole('navigation', { name: 'Monitor' })).toBeNull();
  await user.click(monitor);
  await user.click(screen.getByRole('heading', { level: 1, name: 'Campañas' }));
  expect(within(aside).queryByRole('navigation', { name: 'Monitor' })).toBeNull();
  await user.click(monitor);
  await user.click(within(aside).getByRole('link', { name: 'Auditoría' }));
  expect(router.state.location.pathname).toBe('/audit');
  expect(within(aside).queryByRole('navigation', { name: 'Monitor' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ocultar navegación' }));
  expect(aside.inert).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Mostrar navegación' }));
  expect(aside.inert).toBe(false);
});

test('style-3 unfolded: the panel always shows the group of the current page or the first', async () => {
  const { user } = open('layout1', { navbar: { style: 'style-3-dense', folded: false } });
  const aside = await sidebar();
  expect(await within(aside).findByRole('navigation', { name: 'Configuración' })).toBeTruthy();
  await user.click(within(aside).getByRole('button', { name: 'Monitor' }));
  await user.click(screen.getByRole('heading', { level: 1, name: 'Campañas' }));
  expect(within(aside).getByRole('navigation', { name: 'Monitor' })).toBeTruthy();
});

test('layout2: menus open 150 ms after the pointer enters, stay while it crosses, and close after it leaves', async () => {
  open('layout2');
  const navigation = await screen.findByRole('navigation', { name: 'Navegación principal' });
  expect(screen.queryByRole('complementary')).toBeNull();
  const monitor = await within(navigation).findByRole('button', { name: 'Monitor' });
  const enter = (element: Element) => fireEvent.pointerEnter(element, { pointerType: 'mouse' });
  enter(monitor.closest('li')!);
  expect(monitor.getAttribute('aria-expanded')).toBe('false');
  await waitFor(() => expect(monitor.getAttribute('aria-expanded')).toBe('true'));
  // Leaving and entering again in time: the later event counts.
  fireEvent.pointerLeave(navigation, { pointerType: 'mouse' });
  enter(within(navigation).getByRole('link', { name: 'Individual' }).closest('li')!);
  await seeNothingHappen(200);
  expect(monitor.getAttribute('aria-expanded')).toBe('true');
  fireEvent.pointerLeave(navigation, { pointerType: 'mouse' });
  await waitFor(() => expect(monitor.getAttribute('aria-expanded')).toBe('false'));
});

test('layout3: menus by keyboard, with Enter, arrows and Escape; choosing closes', async () => {
  const { user, router } = open('layout3');
  const navigation = await screen.findByRole('navigation', { name: 'Navegación principal' });
  const monitor = await within(navigation).findByRole('button', { name: 'Monitor' });
  monitor.focus();
  await user.keyboard('{ArrowDown}');
  const live = await within(navigation).findByRole('link', { name: 'En vivo' });
  await waitFor(() => expect(document.activeElement).toBe(live));
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('Individual');
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(monitor);
  expect(monitor.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{Enter}');
  expect(monitor.getAttribute('aria-expanded')).toBe('true');
  server.use(reply(api.auditLog.list, { audit: [], totalElementsCount: 0, page: 0, pageSize: 10 }));
  await user.click(within(navigation).getByRole('link', { name: 'Auditoría' }));
  expect(router.state.location.pathname).toBe('/audit');
  expect(monitor.getAttribute('aria-expanded')).toBe('false');
});

test('hidden bars are not rendered; a button at the edge brings the navbar back', async () => {
  const { user } = open('layout1', { toolbar: { display: false }, footer: { display: false } });
  const aside = await sidebar();
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Mostrar navegación' })).toBeNull();
  await user.click(within(aside).getByRole('button', { name: 'Ocultar navegación' }));
  expect(aside.inert).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Mostrar navegación' }));
  expect(aside.inert).toBe(false);
});

test('without a navbar there is nothing to toggle', async () => {
  open('layout1', { navbar: { display: false } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Campañas' })).toBeTruthy();
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.queryByRole('button', { name: /navegación/ })).toBeNull();
});

test('the layout of the first check remounts the shell; later ones update it in place', async () => {
  const session = aSession(['Administrador']);
  const never = http.get('*/api/check', () => new Promise<never>(() => {}));
  server.use(aShellRecord().saves());
  renderApp('/campaigns', { as: session, check: never });
  const before = await screen.findByRole('main');
  const settings = mergeSettings({}, { layout: { config: { navbar: { position: 'right' } } } });
  act(() => {
    queryClient.setQueryData(sessionCheckQuery(session.id).queryKey, {
      mustChangePassword: false,
      mustSetSecondFactor: false,
      idleMinutes: null,
    });
    applyShellRecord({ userId: session.id, roles: session.roles }, { settings, shortcuts: [], photoURL: null });
  });
  const after = await screen.findByRole('main');
  expect(after).not.toBe(before);
  await screen.findByRole('heading', { level: 1, name: 'Campañas' });
  const main = screen.getByRole('main');
  act(() => changeSettings({ layout: { config: { navbar: { position: 'left' } } } }));
  expect(screen.getByRole('main')).toBe(main);
});

test('without a footer (low window) the user menu has its facts', async () => {
  setWindowSize({ height: 720 });
  try {
    const { user } = open('layout1');
    await screen.findByRole('heading', { level: 1, name: 'Campañas' });
    expect(screen.queryByRole('contentinfo')).toBeNull();
    await user.click(screen.getByRole('button', { name: /Menú de usuario/ }));
    const menu = await screen.findByRole('menu', { name: 'Menú de usuario' });
    const facts = document.getElementById(menu.getAttribute('aria-describedby')!)!.textContent;
    for (const fact of [/Sesión hasta las \d\d:\d\d/, /Conectado|Conectando…/, /Campanero · Versión \d/])
      expect(facts).toMatch(fact);
    expect(within(menu).getByRole('menuitem', { name: 'Atajos' })).toBeTruthy();
  } finally {
    setWindowSize({ height: 900 });
  }
});

test('with a footer the user menu does not repeat it', async () => {
  const { user } = open('layout1');
  const footer = await screen.findByRole('contentinfo');
  expect(within(footer).getByText(/Sesión hasta las/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Menú de usuario/ }));
  expect(within(await screen.findByRole('menu')).queryByText(/Sesión hasta las/)).toBeNull();
});
