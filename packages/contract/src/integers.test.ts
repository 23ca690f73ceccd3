import { expect, test } from 'vitest';
import { z } from 'zod';
import type { EndpointSpec } from './endpoint.ts';
import { api } from './index.ts';
import { ID_MAX } from './shared/paging.ts';

interface JsonNode {
  type?: string;
  maximum?: number;
  format?: string;
  [key: string]: unknown;
}

/** Paths of the integers that a value over the range of a PostgreSQL int passes. */
function unboundedIn(node: unknown, path: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, maximum = Infinity, format } = node as JsonNode;
  const isInteger = (type === 'integer' || type === 'number') && !('const' in node);
  const own = isInteger && maximum > ID_MAX && format !== 'int64' ? [path] : [];
  return [...own, ...Object.entries(node).flatMap(([key, inner]) => unboundedIn(inner, `${path}.${key}`))];
}

test('every integer of a request has an upper bound that its column can hold', () => {
  const unbounded = Object.entries(api).flatMap(([group, specs]) =>
    Object.entries(specs as Record<string, EndpointSpec>).flatMap(([name, spec]) =>
      (['params', 'query', 'body'] as const).flatMap((part) => {
        const schema = spec[part];
        if (!schema) return [];
        const shape = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
        return unboundedIn(shape, `${group}.${name}.${part}`);
      }),
    ),
  );
  expect(unbounded).toEqual([]);
});
