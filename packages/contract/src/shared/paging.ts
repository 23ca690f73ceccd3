import { z } from 'zod';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../limits.ts';
import { list, rawText, text } from './text-schema.ts';

/** More than any safe integer has. */
const DIGITS_MAX = 16;
const DIGITS = /^(0|[1-9]\d*)$/;
/** An integer in an address or form: plain digits only, nothing else that Number() accepts (`0x501`, `+7`, ` 7 `). */
export const digitsAs = <S extends z.ZodType>(schema: S) => z.preprocess(digitsToNumber, schema);
/** Exported for a test of functions that run before the length check. */
export const digitsToNumber = (value: unknown) =>
  typeof value === 'string' && value.length <= DIGITS_MAX && DIGITS.test(value) ? Number(value) : value;

/** The same sentence for what is no integer, too small or too large. */
export const intBetween = (least: number, most: number, error: string) =>
  z.int(error).min(least, error).max(most, error);

const TOO_DEEP = 1_000_000_000;

/** How many rows a caller may ask for at once. */
export const pageSizeUpTo = (most: number) =>
  digitsAs(intBetween(1, most, `Ingrese una cantidad de filas entre 1 y ${most}.`)).prefault(DEFAULT_PAGE_SIZE);

/** The paging part of every server-paged list: `orderable` are the columns a caller may sort by; anything else is 400. */
export const pagingQuery = <const C extends readonly [string, ...string[]]>(orderable: C) =>
  z.object({
    pageNumber: digitsAs(intBetween(0, TOO_DEEP, 'Ingrese un número de página, desde cero.')).prefault(0),
    pageSize: pageSizeUpTo(MAX_PAGE_SIZE),
    general: text(200).optional(),
    orderbytitle: z.enum(orderable).optional(),
    orderbytype: z.enum(['asc', 'desc']).optional(),
  });

/** The answer of a paged list: the rows under the list's own name, with its total and page. */
export const pageOf = <const N extends string, R extends z.ZodType>(name: N, row: R) =>
  z.object({ [name]: z.array(row), totalElementsCount: z.number(), page: z.number() } as { [K in N]: z.ZodArray<R> } & {
    totalElementsCount: z.ZodNumber;
    page: z.ZodNumber;
  });

const TOO_LARGE = 'Ese número es demasiado grande.';
const NO_ID = 'Ingrese un número entero mayor que cero.';
/** Of int columns. Smallint columns are compared as int8. */
export const ID_MAX = 2_147_483_647;
/** An id in JSON: a number; text, booleans and lists are not converted. */
export const idNumber = z.int(NO_ID).min(1, NO_ID).max(ID_MAX, TOO_LARGE);
export const id = digitsAs(idNumber);
/** Ids of bigint columns: calls, outcomes, persons, notifications, mails, notes. `z.int` refuses what JavaScript cannot hold. */
export const longIdNumber = z.int(NO_ID).min(1, NO_ID).meta({ format: 'int64' });
export const longId = digitsAs(longIdNumber);
export const idKey = z.object({ id });
export const longIdKey = z.object({ id: longId });
export const roleId = intBetween(1, 5, 'Uno de los roles elegidos no existe.');
export const rowVersion = z.int().min(0).max(ID_MAX);
/** Added to a version when texts are erased at a person's request; other changes add one. */
export const ERASURE_STEP = 65_536;
export const isErasedSince = (version: number, now: number): boolean =>
  Math.floor(version / ERASURE_STEP) < Math.floor(now / ERASURE_STEP);
/** A whole day of the product's zone, as filters send it. */
export const day = z.iso.date({ error: 'Ingrese una fecha completa: día, mes y año.', abort: true });
const NO_INSTANT = 'Ingrese fecha y hora con su zona (ISO 8601).';
/** An instant of a response: ISO 8601 UTC. The server may give a Date. */
export const instant = z.preprocess(
  (value: string | Date) => (value instanceof Date ? value.toISOString() : value),
  z.iso.datetime({ offset: true }),
);
export const sentInstant = (error?: string) =>
  rawText(40, { required: error, tooLong: error ?? NO_INSTANT }).check(
    z.iso.datetime({ offset: true, error: error ?? NO_INSTANT }),
  );

/** `0`/`1`/`true`/`false` in a query or form. */
export const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

/** The keys of a record, for instance of one with their labels. */
export const keyOf = <K extends string>(labels: Record<K, unknown>) => z.enum(Object.keys(labels) as [K, ...K[]]);

export const named = z.object({ id: z.number(), name: z.string() });

/** Comma-joined ids in one field of a form. Empty: none. */
export const idsIn = (required?: string) =>
  rawText(20_000, required === undefined ? {} : { required })
    .transform((joined): unknown[] => (joined === '' ? [] : joined.split(',')))
    .pipe(list(id, 2000));
export const idList = idsIn();
