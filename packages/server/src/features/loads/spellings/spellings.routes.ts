import { routesOf } from '../../../http/mount.ts';
import { forgetSpelling, rememberSpelling } from './keep-spellings.ts';
import { listSpellings, type SpellingRow } from './spellings.queries.ts';

const present = (row: SpellingRow) => ({ ...row, createdAt: row.createdAt.toISOString() });

export const spellingRoutes = routesOf('spellings', {
  list: async (_input, { db }) => (await listSpellings(db)).map(present),
  remember: async ({ body }, ctx) => present(await rememberSpelling(ctx, body)),
  forget: async ({ params }, ctx) => present(await forgetSpelling(ctx, params.id)),
});
