import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { fieldsOf, hostileTexts } from '../test/hostile.ts';
import { endpoints, requestSchemas, type RequestSchema } from '../test/request-schemas.ts';
import { emptyToNull } from './contacts/schemas.ts';
import { BODY_LIMIT } from './limits.ts';
import { settingsChange } from './settings/schemas.ts';
import { digitsToNumber } from './shared/paging.ts';

/** They look at a text of any length, and at no more of it than its length and whether it is empty. */
const SAFE_TRANSFORMS: unknown[] = [digitsToNumber, emptyToNull];
/** Formats whose pattern is anchored and has a fixed length. */
const FIXED_FORMATS = ['date', 'uuid'];
/** Compared with the values that exist; the limit of the body is theirs. */
const FREE_VALUES: unknown[] = [settingsChange.def.valueType];
/** They read nothing but the value itself. */
const PLAIN = ['number', 'int', 'boolean', 'null', 'undefined', 'enum', 'literal', 'never'];
const WRAPPERS = ['object', 'record', 'union', 'pipe', 'optional', 'nullable', 'default', 'prefault', 'nonoptional'];

interface CheckDef {
  check: string;
  abort?: boolean;
}
const checksOf = (schema: z.core.$ZodType) =>
  (schema._zod.def.checks ?? []).map((check) => check._zod.def as unknown as CheckDef);

/** Why a request could make the server read something that is too long; null when it cannot. */
function faultOf({ schema, isChecked }: RequestSchema): string | null {
  const def = schema._zod.def as z.core.$ZodTypeDef & { format?: string; abort?: boolean; transform?: unknown };
  const [first, ...others] = checksOf(schema);
  if (isChecked && def.type !== 'array') return null;
  if (def.type === 'array') {
    const isMeasured = first?.check === 'max_length' && first.abort === true;
    return isMeasured ? null : 'a list whose first check is not an aborting maximum: use list()';
  }
  if (def.type === 'string' && def.format !== undefined) {
    if (!FIXED_FORMATS.includes(def.format)) return `the format ${def.format} has no fixed length`;
    return first && !def.abort ? 'checks run although the format failed: set abort' : null;
  }
  if (def.type === 'string') {
    if (first?.check !== 'max_length' || !first.abort)
      return 'a text whose first check is not an aborting maximum: use text()';
    const grows = others.findIndex(({ check }) => check === 'overwrite');
    const isMeasuredAgain = others.slice(grows + 1).some(({ check, abort }) => check === 'max_length' && abort);
    return grows === -1 || isMeasuredAgain ? null : 'a text that is not measured after it was changed';
  }
  if (def.type === 'transform')
    return SAFE_TRANSFORMS.includes(def.transform) ? null : 'a function reads a text of any length';
  if (def.type === 'unknown') return FREE_VALUES.includes(schema) ? null : 'values of any kind';
  return [...PLAIN, ...WRAPPERS].includes(def.type) ? null : `${def.type} is not known to this test`;
}

describe('nothing reads a text or a list of a request that is too long', () => {
  test.each(endpoints)('%s', (name, spec) => {
    const faults = requestSchemas(name, spec).flatMap((found) => {
      const fault = faultOf(found);
      return fault === null ? [] : [`${found.path}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });
});

describe('no schema takes long over a text of 16 kB, whatever it consists of', () => {
  const texts = hostileTexts(BODY_LIMIT);
  /** Milliseconds; the least of two, because the machine may be busy. */
  function timeOf(read: () => unknown): number {
    const times = [0, 1].map(() => {
      const began = performance.now();
      read();
      return performance.now() - began;
    });
    return Math.min(...times);
  }

  test.each(endpoints)('%s', (name, spec) => {
    const slow = fieldsOf(name, spec).flatMap(({ path, place, holding }) =>
      texts.flatMap(([shape, text]) => {
        const ms = timeOf(() => spec[place]!.safeParse(holding(text)));
        return ms > 50 ? [`${path}: ${shape} took ${Math.round(ms)} ms`] : [];
      }),
    );
    expect(slow).toEqual([]);
  });
});
