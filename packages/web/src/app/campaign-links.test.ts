import { expect, test } from 'vitest';
import { campaignLinks } from './links.ts';
import { pageExists, PAGES } from './pages.ts';

test('links appear with their page', () => {
  const links = campaignLinks((path) => path === '/campaigns/create' || path.startsWith('/campaign/stats/'));
  expect(links.create).toBe('/campaigns/create');
  expect(links.statistics?.(12)).toBe('/campaign/stats/12');
  expect([links.audience, links.view, links.edit]).toEqual([undefined, undefined, undefined]);
});

test('every link of today leads to a page of the table', () => {
  const { create, ...ofOne } = campaignLinks();
  const targets = [create, ...Object.values(ofOne).map((link) => link?.(1))].filter((path) => path !== undefined);
  expect(targets.every((target) => pageExists(target.split('?')[0]!))).toBe(true);
  expect(pageExists(PAGES.campaigns.path)).toBe(true);
});
