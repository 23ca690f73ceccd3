import { expect, test } from 'vitest';
import { audienceLinks } from './links.ts';
import { pageExists } from './pages.ts';

test('links appear with their page', () => {
  const links = audienceLinks((path) => path.includes('/contact/'));
  expect(links.contact?.(31, 7, '1155502847')).toBe('/campaign/detail/31/contact/7/1155502847');
  expect([links.assign, links.view, links.statistics]).toEqual([undefined, undefined, undefined]);
});

test('every link of today leads to a page of the table', () => {
  const { contact, ...ofCampaign } = audienceLinks();
  const targets = [contact?.(1, 2, '1155502847'), ...Object.values(ofCampaign).map((link) => link(1))];
  expect(targets.filter((path) => path !== undefined).every(pageExists)).toBe(true);
});
