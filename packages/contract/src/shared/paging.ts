import { z } from 'zod';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../limits.ts';

const TOO_DEEP = 1_000_000_000;

/** The paging part of every server-paged list: `orderable` are the columns a caller may sort by; anything else is 400. */
export const pagingQuery = <const C extends readonly [string, ...string[]]>(orderable: C) =>
  z.object({
    pageNumber: z.coerce.number().int().min(0).max(TOO_DEEP).default(0),
    pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
    general: z.string().trim().max(200).optional(),
    orderbytitle: z.enum(orderable).optional(),
    orderbytype: z.enum(['asc', 'desc']).optional(),
  });

/** The answer of a paged list: the rows under the list's own name, with its total and page (decisions 2). */
export const pageOf = <const N extends string, R extends z.ZodType>(name: N, row: R) =>
  z.object({
    [name]: z.array(row),
    totalElementsCount: z.number(),
    page: z.number(),
  } as { [K in N]: z.ZodArray<R> } & { totalElementsCount: z.ZodNumber; page: z.ZodNumber });

const NO_ID = 'Ingrese un número entero mayor que cero.';
/** A positive integer id in a path or query. */
export const id = z.coerce.number(NO_ID).int(NO_ID).min(1, NO_ID).max(Number.MAX_SAFE_INTEGER, NO_ID);
/** A whole day of the product's zone, as filters send it. */
export const day = z.iso.date('Ingrese una fecha completa: día, mes y año.');
/** An instant: out as ISO 8601 UTC. */
export const instant = z.iso.datetime({ offset: true });

/** `0`/`1`/`true`/`false` in a query or form. */
export const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');

export const named = z.object({ id: z.number(), name: z.string() });
