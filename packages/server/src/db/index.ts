export { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
export type { Db, RowOf, Trx } from './client.ts';
export { prepared } from './prepared.ts';
export * from './product-sql.ts';
export * from './select.ts';
export * from './text.ts';
