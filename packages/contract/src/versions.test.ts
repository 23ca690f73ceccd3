import { expect, test } from 'vitest';
import type { EndpointSpec } from './endpoint.ts';
import { api } from './index.ts';

const changes = Object.entries(api).flatMap(([group, specs]) =>
  Object.entries(specs as Record<string, EndpointSpec>)
    .filter(([, { method }]) => method === 'PUT' || method === 'PATCH')
    .map(([name, spec]) => [`${group}.${name}`, spec] as const),
);

const takesVersion = ({ body }: EndpointSpec) => body !== undefined && 'shape' in body && hasVersion(body.shape);
const hasVersion = (shape: unknown) => typeof shape === 'object' && shape !== null && 'version' in shape;

test.each(changes)('%s takes a version and refuses a stale one, or says why it needs none', (_name, spec) => {
  const { idempotentBecause = '', errors = [] } = spec;
  expect([takesVersion(spec), errors.includes('CONFLICT'), idempotentBecause.length > 20]).toEqual(
    takesVersion(spec) ? [true, true, false] : [false, false, true],
  );
});
