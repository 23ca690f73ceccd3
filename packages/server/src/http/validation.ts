import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';
import { AppError, type FieldFault } from '../work/app-error.ts';

const FIELD_NAME_MAX = 100;
const FAULTS_MAX = 100;

const TYPES: Partial<Record<string, string>> = {
  string: 'Ingrese un texto.',
  number: 'Ingrese un número.',
  int: 'Ingrese un número entero.',
  boolean: 'Ingrese true o false.',
  array: 'Ingrese una lista.',
  object: 'Ingrese un objeto con sus datos.',
};
const REQUIRED = 'Es un dato requerido.';
const INVALID = 'El dato no es válido.';

function defaultMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? REQUIRED : (TYPES[issue.expected] ?? INVALID);
    case 'invalid_value':
      return `Elija uno de estos valores: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      if (issue.origin === 'string') return `Ingrese al menos ${issue.minimum} caracteres.`;
      return issue.origin === 'array' ? `Elija al menos ${issue.minimum}.` : `El mínimo es ${issue.minimum}.`;
    case 'too_big':
      if (issue.origin === 'string') return `Excede los ${issue.maximum} caracteres.`;
      return issue.origin === 'array' ? `Como mucho ${issue.maximum} elementos.` : `El máximo es ${issue.maximum}.`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'Ingrese fecha y hora con su zona (ISO 8601).' : INVALID;
    default:
      return INVALID;
  }
}

/** Process-wide; called once when the app is built. */
export const setSpanishMessages = () => z.config({ localeError: defaultMessage });

/** Refuses undeclared parameters, unless the contract declares a catchall. */
export function strictQuery(query: z.ZodObject | undefined): z.ZodObject {
  if (!query) return z.strictObject({});
  return query.def.catchall ? query : query.strict();
}

/** `operators`, not `operators.0`: clients know the field, not the item. */
function fieldOf(path: readonly PropertyKey[]): string {
  const item = path.findIndex((part) => typeof part === 'number');
  return (item === -1 ? path : path.slice(0, item)).map(String).join('.').slice(0, FIELD_NAME_MAX);
}

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, 20)
      .map((key) => ({ field: fieldOf([...issue.path, key]), message: 'El parámetro no existe.' }));
  const field = fieldOf(issue.path);
  // A body that is no object has no field to name.
  return field === '' ? [] : [{ field, message: issue.message }];
}

export function validationError(error: z.core.$ZodError): AppError {
  const byField = Map.groupBy(error.issues.flatMap(faultsOf), ({ field }) => field);
  const fields = [...byField.values()].slice(0, FAULTS_MAX).map(([first]) => first!);
  return fields.length > 0 ? new AppError('VALIDATION', { fields }) : new AppError('BAD_REQUEST', { cause: error });
}

/** `?a=1&a=2` is ambiguous; coercion would silently pick one. */
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

/** A response that does not match its schema. Names the paths, never the values. */
class ResponseMismatch extends Error {
  constructor(method: string, url: string, error: z.core.$ZodError) {
    const paths = error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`);
    super(`the response of ${method} ${url} does not match its schema: ${paths.slice(0, 10).join(', ')}`);
  }
}

/** Responses pass through their schema, so undeclared fields never leave the server. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (answer: unknown) => {
    const result = schema.safeParse(answer);
    if (!result.success) throw new ResponseMismatch(method, url, result.error);
    return JSON.stringify(result.data);
  };

const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

// PostgreSQL stores neither NUL nor lone surrogates; the failed query would be a 5xx for the client's error.
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Whether the value holds only storable text and no prototype keys. Its size was limited when it was parsed. */
export function isSafeInput(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isSafeInput);
  return Object.entries(value).every(([key, item]) => !PROTOTYPE_KEYS.has(key) && isStorable(key) && isSafeInput(item));
}

export function refuseUnsafeInput(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (![request.params, request.query, request.body].every(isSafeInput)) throw new AppError('BAD_REQUEST');
  });
}

/** Accepts only JSON, and a form without files where it is declared (else 415). Many clients send the JSON type with an empty body: treated as no body. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined);
    else if (isReasonableJson(body)) void parse(request, body, done);
    else done(new AppError('BAD_REQUEST'));
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body: string, done) => {
      if (!request.routeOptions.config.spec?.urlEncoded) done(new AppError('UNSUPPORTED_TYPE'));
      else done(null, Object.fromEntries(new URLSearchParams(body)));
    },
  );
  // The legacy sign-in sends its credentials in the body of a GET.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
}

const MAX_DEPTH = 32;
/** Keys and values together; an import of a thousand users has 13,000. */
const MAX_VALUES = 20_000;

const [QUOTE, BACKSLASH] = [34, 92];
const [COMMA, COLON] = [44, 58];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [91, 93, 123, 125];

/** Index of the closing quote of the string that opens at `from`; the end of the JSON if there is none. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}

/** Before parsing: JSON.parse of an object with 100,000 keys blocks for 100 ms. Invalid JSON is left to the parser. */
export function isReasonableJson(json: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === COMMA || code === COLON) values += 1;
    else if (code === LIST || code === OBJECT) {
      values += 1;
      depth += 1;
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
  }
  return true;
}
