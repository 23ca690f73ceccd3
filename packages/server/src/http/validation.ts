import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';
import { AppError, type FieldFault } from '../work/app-error.ts';

const FIELD_NAME_MAX = 100;

/** What the contract does not word itself, zod says in Spanish. Process-wide, so it is called once, when the app is built. */
export const speakSpanish = () => z.config(z.locales.es());

/** A parameter nobody declared is a mistake of the caller (SEC-38), unless the contract opened the object on purpose. */
export function strictQuery(query: z.ZodObject | undefined): z.ZodObject {
  if (!query) return z.strictObject({});
  return query.def.catchall ? query : query.strict();
}

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  const path = issue.path.map(String);
  const at = (...more: string[]) => [...path, ...more].join('.').slice(0, FIELD_NAME_MAX);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, 20).map((key) => ({ field: at(key), message: 'El parámetro no existe.' }));
  return [{ field: at(), message: issue.message }];
}

export const validationError = (error: z.core.$ZodError) =>
  new AppError('VALIDATION', { fields: error.issues.flatMap(faultsOf) });

/** `?a=1&a=2`: which one was meant is anybody's guess, and a coercion would quietly pick one. */
function refuseDuplicates(query: unknown) {
  const fields = Object.entries(query ?? {}).flatMap(([field, value]) =>
    Array.isArray(value) ? [{ field: field.slice(0, FIELD_NAME_MAX), message: 'El parámetro está repetido.' }] : [],
  );
  return fields.length > 0 ? new AppError('VALIDATION', { fields }) : undefined;
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value: unknown) => {
    const duplicated = httpPart === 'querystring' ? refuseDuplicates(value) : undefined;
    if (duplicated) return { error: duplicated };
    const result = schema.safeParse(value);
    return result.success ? { value: result.data } : { error: validationError(result.error) };
  };

/** An answer that breaks its own declaration. Holds the paths at fault and never the values (AUD-04). */
export class AnswerMismatch extends Error {
  constructor(method: string, url: string, error: z.core.$ZodError) {
    const paths = error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`);
    super(`the answer of ${method} ${url} does not fit its schema: ${paths.slice(0, 10).join(', ')}`);
  }
}

/** Answers pass through their schema: a field that is not declared never leaves (SEC-30). */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (answer: unknown) => {
    const result = schema.safeParse(answer);
    if (!result.success) throw new AnswerMismatch(method, url, result.error);
    return JSON.stringify(result.data);
  };
