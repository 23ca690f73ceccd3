import { expect, test } from 'vitest';
import { allows, permissionsOf, primaryRole } from './roles.ts';

const TABLE: Record<string, (5 | 4 | 3 | 2 | 1)[]> = {
  'campaign.create': [5, 4, 3],
  'campaign.detail': [5, 4, 3],
  'campaign.type': [5, 4, 2],
  'campaign.manage': [5, 4, 3],
  'audience.load': [5, 4],
  'campaign.statistics': [5, 4, 3],
  export: [5, 4, 3],
  statistics: [5, 4],
  monitor: [5, 4],
  config: [5, 4],
  'audit.all': [5, 4],
  'audit.restricted': [5],
  users: [5],
  'calling-rules': [5],
  'personal-data': [5],
  retention: [5],
  'block-lists': [5],
  events: [5],
  status: [5],
};

test.each([5, 4, 3, 2, 1] as const)('role %i has exactly the permissions of the table', (role) => {
  expect(permissionsOf(role)).toEqual(Object.keys(TABLE).filter((permission) => TABLE[permission]!.includes(role)));
});

test('a guest has no permission, and the highest rank is the primary role', () => {
  expect(permissionsOf(undefined)).toEqual([]);
  expect(primaryRole([])).toBeUndefined();
  expect(primaryRole([1, 4, 2])).toBe(4);
});

test.each([
  ['public', true, true, true],
  ['session', false, true, true],
  ['staff', false, false, true],
  ['users', false, false, false],
] as const)('%s lets in anonymous %s, guest %s, operator %s', (access, anonymous, guest, operator) => {
  expect(allows(access, { signedIn: false, primary: undefined })).toBe(anonymous);
  expect(allows(access, { signedIn: true, primary: undefined })).toBe(guest);
  expect(allows(access, { signedIn: true, primary: 2 })).toBe(operator);
});
