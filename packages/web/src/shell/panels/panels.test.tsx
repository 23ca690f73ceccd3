import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changeLanguage } from '../../i18n/i18n.ts';
import { getSettings } from '../../lib/settings.ts';
import { aSession } from '../../test/people.ts';
import { renderPiece } from '../../test/render.tsx';
import { server } from '../../test/server.ts';
import { aShellRecord } from '../../test/shell-record.ts';
import { ThemePanels } from './theme-panels.tsx';

let shell: ReturnType<typeof aShellRecord>;
beforeEach(() => {
  shell = aShellRecord();
  server.use(shell.saves());
});

async function open(name: 'Theme Settings' | 'Theme Color Schemes', settings: Record<string, unknown> = {}) {
  shell.record.settings = settings;
  const { user } = renderPiece(<ThemePanels />, { as: aSession(['Coordinador'], { settings }) });
  await user.click(screen.getByRole('button', { name }));
  const sheet = await screen.findByRole('dialog', { name });
  return { user, sheet: within(sheet) };
}
const checked = (sheet: ReturnType<typeof within>, group: string) =>
  within(sheet.getByRole('radiogroup', { name: group })).getByRole<HTMLInputElement>('radio', { checked: true }).value;

test('the settings of the current layout, and of another once it is chosen', async () => {
  const { user, sheet } = await open('Theme Settings', {
    layout: { style: 'layout1', config: { mode: 'boxed', navbar: { position: 'right', style: 'style-2' } } },
  });
  expect(checked(sheet, 'Mode')).toBe('boxed');
  expect(checked(sheet, 'Navbar Position')).toBe('right');
  expect(sheet.getByRole('combobox', { name: 'Navbar Style' }).textContent).toBe('Folded (style 2)');
  expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Container Width' }).value).toBe('1570');
  await user.click(sheet.getByRole('switch', { name: 'Navbar Display' }));
  await user.click(sheet.getByRole('switch', { name: 'Folded' }));
  expect(getSettings().layout.config.navbar).toMatchObject({ display: false, folded: false, position: 'right' });

  await user.click(sheet.getByRole('radio', { name: 'Layout 3 - Horizontal' }));
  expect(checked(sheet, 'Mode')).toBe('container');
  expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Container Width' }).value).toBe('1120');
  expect(sheet.queryByRole('radiogroup', { name: 'Navbar Position' })).toBeNull();
  await user.click(within(sheet.getByRole('radiogroup', { name: 'Navbar' })).getByRole('radio', { name: 'Static' }));
  await user.click(within(sheet.getByRole('radiogroup', { name: 'Position' })).getByRole('radio', { name: 'Above' }));
  expect(getSettings().layout).toMatchObject({
    style: 'layout3',
    config: { navbar: { display: true, style: 'static' }, toolbar: { position: 'above', style: 'static' } },
  });
});

test('a valid width is applied; an invalid one shows an error', async () => {
  const { user, sheet } = await open('Theme Settings');
  const field = sheet.getByRole('textbox', { name: 'Container Width' });
  await user.clear(field);
  await user.type(field, '12');
  expect(getSettings().layout.config.containerWidth).toBe(1570);
  await user.tab();
  expect(sheet.getByText('Ingrese un número entero de 640 a 3840.')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.type(field, '00');
  expect(getSettings().layout.config.containerWidth).toBe(1200);
  expect(sheet.queryByText('Ingrese un número entero de 640 a 3840.')).toBeNull();
});

test('each part chooses its scheme; scrollbars and direction are set below', async () => {
  const { user, sheet } = await open('Theme Settings');
  expect(sheet.getByRole('combobox', { name: 'Navbar' }).textContent).toBe('Grafito');
  expect(sheet.getByRole('combobox', { name: 'Toolbar' }).textContent).toBe('Main theme light');
  expect(sheet.getByRole('combobox', { name: 'Footer' }).textContent).toBe('Main theme dark');
  await user.click(sheet.getByRole('combobox', { name: 'Main' }));
  // The main scheme has no derived choices.
  expect(screen.queryByRole('option', { name: 'Main theme light' })).toBeNull();
  await user.click(screen.getByRole('option', { name: 'Jacarandá noche' }));
  expect(sheet.getByRole('combobox', { name: 'Toolbar' }).textContent).toBe('Main theme dark');
  await user.click(sheet.getByRole('switch', { name: 'Custom Scrollbars' }));
  await user.click(sheet.getByRole('radio', { name: 'RTL' }));
  expect(getSettings()).toMatchObject({
    theme: { main: 'jacaranda-noche' },
    customScrollbars: false,
    direction: 'rtl',
  });
});

test('a scheme is applied to all four parts and saved', async () => {
  const { user, sheet } = await open('Theme Color Schemes');
  expect(within(sheet.getByRole('list', { name: 'Claros' })).getAllByRole('button')).toHaveLength(12);
  expect(within(sheet.getByRole('list', { name: 'Oscuros' })).getAllByRole('button')).toHaveLength(12);
  expect(sheet.getByRole('button', { pressed: true }).textContent).toBe('Campanero');
  await user.click(sheet.getByRole('button', { name: 'Ceibo noche' }));
  expect(sheet.getByRole('button', { pressed: true }).textContent).toBe('Ceibo noche');
  const theme = { main: 'ceibo-noche', navbar: 'ceibo-noche', toolbar: 'ceibo-noche', footer: 'ceibo-noche' };
  await waitFor(() => expect(shell.sent).toEqual([{ settings: { theme } }]));
});

test('switching between the panels; Esc and × close and return the focus', async () => {
  const { user, sheet } = await open('Theme Settings');
  expect(screen.getByRole('heading', { name: 'Theme Settings' }).getAttribute('lang')).toBe('en');
  await user.click(sheet.getByRole('button', { name: 'Theme Color Schemes', expanded: false }));
  expect(await screen.findByRole('dialog', { name: 'Theme Color Schemes' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Theme Settings' }));
  await user.click(screen.getByRole('button', { name: 'Theme Color Schemes' }));
  await user.click(await screen.findByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('texts follow the language', async () => {
  await changeLanguage('tr');
  renderPiece(<ThemePanels />, { as: aSession() });
  expect(screen.getByRole('button', { name: 'Tema ayarları' }).getAttribute('lang')).toBe('tr');
  await changeLanguage('es');
});
