import { campaignListQuery } from '@campanero/contract/campaigns/schemas';
import { expect, test } from 'vitest';
import { readAddress, writeAddress } from './define-list.ts';

const read = (search: string) => readAddress(campaignListQuery, new URLSearchParams(search));
const write = (query: Record<string, unknown>) => writeAddress(campaignListQuery, query).toString();

test('an empty address gives the defaults', () => {
  expect(read('')).toMatchObject({ pageNumber: 0, pageSize: 10, general: undefined, status: undefined });
  expect(write(read(''))).toBe('');
});

test('written addresses are read back unchanged', () => {
  const query = {
    ...read(''),
    pageNumber: 3,
    pageSize: 25,
    general: 'a&b=c %',
    status: 'EN CURSO' as const,
    objectiveId: 7,
    createdAt: '2026-08-01',
  };
  expect(read(write(query))).toEqual(query);
});

test.each([
  ['pageNumber=-1', 'pageNumber', 0],
  ['pageNumber=dos', 'pageNumber', 0],
  ['pageSize=33', 'pageSize', 10],
  ['pageSize=100000', 'pageSize', 10],
  ['orderbytitle=__proto__', 'orderbytitle', undefined],
  ['status=cualquiera', 'status', undefined],
  ['createdAt=2026-02-30', 'createdAt', undefined],
  ['id=0', 'id', undefined],
] as const)('%s is read as if it were not there', (search, name, expected) => {
  expect(read(`${search}&name=Norte`)).toMatchObject({ [name]: expected, name: 'Norte' });
});

test('unknown parameters are dropped', () => {
  expect(write({ ...read('utm=1&name=Norte'), utm: '1' })).toBe('name=Norte');
});
