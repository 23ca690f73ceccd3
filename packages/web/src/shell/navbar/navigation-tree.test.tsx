import { api } from '@campanero/contract';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { leavesOf, type NavigationEntry, visibleNavigation } from '../../app/navigation.ts';
import { IconBolt } from '../../components/icons.ts';
import { queryClient } from '../../lib/query-client.ts';
import { aSession } from '../../test/people.ts';
import { renderPiece } from '../../test/render.tsx';
import { reply, server } from '../../test/server.ts';
import { NavigationTree } from './navigation-tree.tsx';

const named = (id: string, title: string) => ({ id, title, icon: IconBolt, access: 'staff' }) as const;
const item = (id: string, url: string) => ({ ...named(id, id), type: 'item', url }) as const;

/** All five types, with a nested collapse. */
const TREE: NavigationEntry[] = [
  item('one', '/one'),
  { id: 'line', type: 'divider' },
  {
    ...named('outer', 'Acciones'),
    type: 'collapse',
    children: [{ ...named('inner', 'Auditoría'), type: 'collapse', children: [item('deep', '/deep')] }],
  },
  {
    ...named('group', 'Monitor'),
    type: 'group',
    children: [{ ...named('docs', 'API'), type: 'link', url: '/api/docs', target: '_blank' }],
  },
];
const draw = (path: string) => renderPiece(<NavigationTree entries={TREE} />, { path, as: aSession() });

test('groups, collapses, outside links and dividers', async () => {
  const { user } = draw('/one');
  const group = await screen.findByRole('list', { name: 'Monitor' });
  const link = within(group).getByRole('link', { name: 'API abre en otra pestaña' });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    '/api/docs',
    '_blank',
    'noopener noreferrer',
  ]);
  expect(screen.getByRole('separator')).toBeTruthy();
  const outer = screen.getByRole('button', { name: 'Acciones', expanded: false });
  expect(screen.queryByRole('button', { name: 'Auditoría' })).toBeNull();
  await user.click(outer);
  await user.click(screen.getByRole('button', { name: 'Auditoría', expanded: false }));
  const deep = within(screen.getByRole('list', { name: 'Auditoría' })).getByRole('link');
  // 16 px more at each level.
  expect(screen.getByRole('button', { name: 'Auditoría' }).style.paddingInlineStart).toBe('28px');
  expect(deep.style.paddingInlineStart).toBe('44px');
  await user.click(outer);
  expect(outer.getAttribute('aria-expanded')).toBe('false');
});

test('a collapse that holds the current page is open at the start; only an exact address is active', async () => {
  draw('/deep');
  expect(await screen.findByRole('button', { name: 'Acciones', expanded: true })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Auditoría', expanded: true })).toBeTruthy();
  const active = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(active.map((link) => link.getAttribute('href'))).toEqual(['/deep']);
});

test('the entry of the current page is scrolled into view', async () => {
  const shown = vi.fn();
  // Missing in jsdom.
  Element.prototype.scrollIntoView = function scrollIntoView() {
    shown(this.getAttribute('href'));
  };
  draw('/one');
  await screen.findByRole('separator');
  expect(shown.mock.calls).toEqual([['/one']]);
});

test('an address below an entry does not mark it as current', async () => {
  draw('/one/more');
  await screen.findByRole('separator');
  expect(screen.getAllByRole('link').some((link) => link.hasAttribute('aria-current'))).toBe(false);
});

test('empty groups and useless dividers are left out', () => {
  const idsOf = (entries: readonly NavigationEntry[]): unknown =>
    entries.map((entry) => ('children' in entry ? { [entry.id]: idsOf(entry.children) } : entry.id));
  const shown = (...ids: string[]) => idsOf(visibleNavigation(TREE, ({ id }) => ids.includes(id)));
  expect(shown('one', 'deep', 'docs')).toEqual(['one', 'line', { outer: [{ inner: ['deep'] }] }, { group: ['docs'] }]);
  expect(shown('docs')).toEqual([{ group: ['docs'] }]);
  expect(shown('one')).toEqual(['one']);
  expect(shown()).toEqual([]);
  expect(leavesOf(TREE).map(({ id }) => id)).toEqual(['one', 'deep', 'docs']);
});

test('campaigns to call and late callbacks are counted beside their entries, in words too, and live', async () => {
  server.use(reply(api.campaigns.running, { running: 1204 }));
  renderPiece(<NavigationTree />, { path: '/campaigns', as: aSession(['Operador']) });
  const campaigns = await screen.findByRole('link', { name: 'Campañas 1.204 para llamar' });
  expect(campaigns.textContent).toContain('1.204');
  server.use(reply(api.campaigns.running, { running: 0 }));
  // As the socket's `campaign` event does (lib/live/socket.ts).
  void queryClient.invalidateQueries({ queryKey: ['campaigns'] });
  expect(await screen.findByRole('link', { name: 'Campañas' })).toBeTruthy();
  // No entries that an operator may not open, and no empty groups.
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/campaigns',
    '/callbacks',
    '/audit',
  ]);
  expect(screen.queryByRole('list', { name: 'Admin' })).toBeNull();
});
