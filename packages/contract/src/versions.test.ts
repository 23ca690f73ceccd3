import { expect, test } from 'vitest';
import type { EndpointSpec } from './endpoint.ts';
import { api } from './index.ts';

const changes = Object.entries(api).flatMap(([group, specs]) =>
  Object.entries(specs as Record<string, EndpointSpec>)
    .filter(([, { method }]) => method === 'PUT' || method === 'PATCH')
    .map(([name, spec]) => [`${group}.${name}`, spec] as const),
);

/** A POST to something that is there changes it: it takes a version, or stands here with the reason why it needs none. */
const NEED_NO_VERSION: Record<string, string> = {
  'auth.reset': 'the link is good for one new password',
  'audience.rebalance': 'decides by the calls as they are then',
  'calls.register': 'adds an outcome to those before',
  'erasure.ask': 'begins once for a person',
  'erasure.decide': 'the first decision counts, the second is refused',
  'loads.upload': 'adds a load',
  'sample.draw': 'the first draw counts, the second is refused',
  'surveys.sendLink': 'adds a link',
  'questions.answer': 'the first answer counts, the second is refused',
  'blockLists.removeNumber': 'removes what it names',
  'blockLists.remove': 'removes what it names',
};
const posts = Object.entries(api).flatMap(([group, specs]) =>
  Object.entries(specs as Record<string, EndpointSpec>)
    .filter(([, { method, path, body }]) => method === 'POST' && path.includes(':') && body !== undefined)
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

test.each(posts)('%s takes a version and refuses a stale one, or is known to need none', (name, spec) => {
  expect([takesVersion(spec), spec.errors?.includes('CONFLICT') ?? false]).toEqual(
    name in NEED_NO_VERSION ? [false, false] : [true, true],
  );
});
