import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { api } from '@campanero/contract';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { as } from './actors.ts';
import { useWorld } from './app.ts';
import { aSession, anAdministrator } from './factories.ts';

const refused: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void refused.push(line) });
const world = useWorld({ log });
let adminId: number;
beforeAll(async () => {
  adminId = (await anAdministrator(world)).id;
});

const INT_MAX = 2_147_483_647;
const ENDPOINTS = Object.entries(api).flatMap(([group, specs]) =>
  Object.entries(specs as Record<string, EndpointSpec>).map(([name, spec]): [string, EndpointSpec] => [
    `${group}.${name}`,
    spec,
  ]),
);
const idQueries = ({ query }: EndpointSpec) => Object.keys(query?.shape ?? {}).filter((key) => /ids?$/i.test(key));

test.each([INT_MAX, INT_MAX + 1, Number.MAX_SAFE_INTEGER])(
  'no path or query brings the id %i to a column that cannot hold it',
  async (value) => {
    for (const [name, spec] of ENDPOINTS) {
      const names = [...spec.path.matchAll(/:(\w+)/g)].map(([, key = '']) => key);
      const params = Object.fromEntries(names.map((key) => [key, String(value)]));
      const query = Object.fromEntries(idQueries(spec).map((key) => [key, String(value)]));
      const { status } = await as(world, await aSession(world, adminId)).send(spec, { params, query });
      expect({ name, isServerError: status >= 500 }).toEqual({ name, isServerError: false });
    }
    expect(refused).toEqual([]);
  },
);
