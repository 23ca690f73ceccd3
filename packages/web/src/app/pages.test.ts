import { expect, test } from 'vitest';
import { TITLES } from '../i18n/translations.ts';
import { navigation, type NavigationEntry } from './navigation.ts';
import { pageExists, paths } from './pages.ts';

const titlesOf = (entries: readonly NavigationEntry[]): string[] =>
  entries.flatMap((entry) => {
    if (entry.type === 'divider') return [];
    return 'children' in entry ? [entry.title, ...titlesOf(entry.children)] : [entry.title];
  });

test('every entry of the navbar has its title in the other languages, and no title is of an entry that is gone', () => {
  expect(Object.keys(TITLES).toSorted()).toEqual([...new Set(titlesOf(navigation))].toSorted());
  for (const titles of Object.values(TITLES))
    expect(Object.values(titles).filter((title) => title.trim() !== title || title === '')).toEqual([]);
  expect(Object.values(TITLES).filter(({ ar }) => !/\p{Script=Arabic}/u.test(ar))).toEqual([]);
});

test('every address that code links to has a page, or is one of those outside the table', () => {
  const links = Object.values(paths).map((path) => (typeof path === 'string' ? path : path(1 as never, 1, '1')));
  const without = links.filter((link) => !pageExists(link.split('?')[0]!));
  expect(without).toEqual([
    paths.home,
    paths.signIn,
    paths.directoryReturn,
    paths.signInLink,
    paths.recover,
    paths.reset,
    paths.notFound,
    paths.loading,
  ]);
});
