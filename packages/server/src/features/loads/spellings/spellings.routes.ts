import { routesOf } from '../../../http/mount.ts';
import { forgetSpelling, rememberSpelling } from './keep-spellings.ts';
import { listSpellings } from './spellings.queries.ts';

export const spellingRoutes = routesOf('spellings', {
  list: (_input, { db }) => listSpellings(db),
  remember: ({ body }, ctx) => rememberSpelling(ctx, body),
  forget: ({ params }, ctx) => forgetSpelling(ctx, params.id),
});
