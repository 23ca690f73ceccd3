import { z } from 'zod';
import { idNumber, named } from '../shared/paging.ts';
import { list, rawText } from '../shared/text-schema.ts';

export const IMPORT_ROWS_MAX = 1000;

const cell = rawText(500);
const userRow = z.object({ line: idNumber, firstName: cell, lastName: cell, email: cell, roles: cell, side: cell });
export type UserRow = z.infer<typeof userRow>;

export const TOO_MANY_ROWS = `El archivo tiene más de ${IMPORT_ROWS_MAX} filas: divídalo e impórtelo por partes.`;
const userRows = list(userRow, IMPORT_ROWS_MAX, { tooLong: TOO_MANY_ROWS }).min(1, 'El archivo no tiene filas.');
export const importPreviewBody = z.object({ rows: userRows });
/** `expected`: how many correct rows the preview announced; if it is another number by now, nothing is created. */
export const importBody = z.object({ rows: userRows, expected: z.int().min(1).max(IMPORT_ROWS_MAX) });

const goodRow = z.object({ line: z.number(), name: z.string(), email: z.string(), roles: z.array(named) });
const badRow = z.object({ line: z.number(), name: z.string(), email: z.string(), reason: z.string() });
export const importReport = z.object({ good: z.array(goodRow), bad: z.array(badRow) });
export type ImportReport = z.infer<typeof importReport>;
export const imported = z.object({ created: z.number() });
