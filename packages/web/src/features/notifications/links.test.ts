import type { Notification } from '@campanero/contract/notifications/endpoints';
import { expect, test } from 'vitest';
import { paths } from '../../app/pages.ts';
import { aNotification } from '../../test/notifications.ts';
import { linkOf } from './api.ts';

const call = { callId: 9, number: '1155509134' };

test.each<[string, Partial<Notification>, string | undefined]>([
  ['a load leads to its campaign', {}, '/campaign/detail/31'],
  ['a callback to its contact', { action: 'CALLBACK', ...call }, '/campaign/detail/31/contact/9/1155509134'],
  ['a correction to its contact', { action: 'CORRECTION', ...call }, '/campaign/detail/31/contact/9/1155509134'],
  ['a call without a number to its campaign', { action: 'CALLBACK', callId: 9 }, '/campaign/detail/31'],
  ['a request that is due to the register', { action: 'DATA REQUEST' }, '/personal-data/requests'],
  ['a finished export to its page', { action: 'EXPORT CALLS', exportId: 'e1' }, '/export/e1'],
  [
    'a failed export to its campaign',
    { action: 'EXPORT CALLS', exportId: 'e1', status: { status: 'ERROR' } },
    '/campaign/detail/31',
  ],
  [
    'many contacts opened to the audit of that person',
    { action: 'BULK READING', about: { userId: 7, name: 'Luis Paz' }, campaignId: null, campaignName: null },
    '/audit?userId=7',
  ],
  ['a broken audit chain to the audit', { action: 'AUDIT CHAIN', campaignId: null, campaignName: null }, '/audit'],
  ['what is out of reach nowhere', { campaignId: null, campaignName: null }, undefined],
])('%s', (_what, parts, expected) => {
  expect(linkOf(aNotification(parts), paths)).toBe(expected);
});
