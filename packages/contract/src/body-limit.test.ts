import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { endpoints } from '../test/request-schemas.ts';
import { BODY_LIMIT } from './limits.ts';
import { CONDITIONS_MAX, ITEMS_MAX, OPTIONS_MAX, SURVEY_TEXT_MAX } from './surveys/definition.ts';

/** An emoji: the most that one character of a text takes. */
const CHARACTER_BYTES = 4;
const NUMBER_BYTES = 10;
const DATE_BYTES = 40;

type Schema = z.core.$ZodType;
interface AnyDef {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  options?: Schema[];
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  entries?: object;
  values?: unknown[];
}
const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value) ?? '').length;
const largest = (sizes: number[]) => Math.max(0, ...sizes);

function longest(schema: Schema): number | undefined {
  const checks = (schema._zod.def.checks ?? []).map((check) => check._zod.def as { check: string; maximum?: number });
  const lengths = checks.flatMap(({ check, maximum }) => (check === 'max_length' ? [maximum!] : []));
  return lengths.length === 0 ? undefined : Math.min(...lengths);
}

/** The bytes of the largest JSON that the schema accepts. */
function largestJson(schema: Schema): number {
  const def = schema._zod.def as unknown as AnyDef;
  const maximum = longest(schema);
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape!).reduce((sum, [key, each]) => sum + sizeOf(key) + 2 + largestJson(each), 2);
    case 'array':
      return 2 + maximum! * (1 + largestJson(def.element!));
    case 'union':
      return largest(def.options!.map(largestJson));
    case 'pipe':
      return largestJson((def.in!._zod.def as unknown as AnyDef).type === 'transform' ? def.out! : def.in!);
    case 'string':
      return 2 + (maximum === undefined ? DATE_BYTES : maximum * CHARACTER_BYTES);
    case 'enum':
      return largest(Object.values(def.entries!).map(sizeOf));
    case 'literal':
      return largest(def.values!.map(sizeOf));
    case 'number':
      return NUMBER_BYTES;
    default:
      return def.innerType ? largestJson(def.innerType) : NUMBER_BYTES;
  }
}

/** A thousand rows whose cells are all as long as a cell may be are no list of users; these are full ones. */
const FULL_USER = {
  line: 1000,
  firstName: 'é'.repeat(60),
  lastName: 'é'.repeat(60),
  email: 'a'.repeat(254),
  side: 'Interno',
};
/** Its texts are limited together. */
const FULL_ITEM = {
  kind: 'choices',
  id: 500,
  text: '',
  help: '',
  required: true,
  options: Array.from({ length: OPTIONS_MAX }, (_, place) => ({ id: place + 10, text: '' })),
  showIf: {
    match: 'any',
    conditions: Array.from({ length: CONDITIONS_MAX }, (_, place) => ({
      questionId: 400 + place,
      test: 'is',
      values: Array.from({ length: OPTIONS_MAX }, (_each, value) => value + 10),
    })),
  },
};
const SURVEY_SIZE = SURVEY_TEXT_MAX * CHARACTER_BYTES + ITEMS_MAX * sizeOf(FULL_ITEM);
const REALISTIC: Record<string, number> = {
  'users.previewImport': 1000 * sizeOf({ ...FULL_USER, roles: 'Administrador, Coordinador, Operador' }),
  'users.import': 1000 * sizeOf({ ...FULL_USER, roles: 'Administrador, Coordinador, Operador' }),
  'surveys.create': SURVEY_SIZE,
  'surveys.update': SURVEY_SIZE,
};

describe('an endpoint accepts the largest body that its own schema accepts, and not much more', () => {
  const withBody = endpoints.flatMap(([name, spec]) =>
    spec.body && !spec.multipart ? [[name, spec.bodyLimit, REALISTIC[name] ?? largestJson(spec.body)] as const] : [],
  );
  test.each(withBody)('%s', (_name, declared, needed) => expect(declared ?? BODY_LIMIT).toBeGreaterThanOrEqual(needed));

  const declaring = withBody.filter(([, declared]) => declared !== undefined);
  test.each(declaring)('%s declares no more than it needs', (_name, declared, needed) => {
    expect(needed).toBeGreaterThan(BODY_LIMIT);
    expect(declared).toBeLessThan(5 * needed);
  });
});
