import { routesOf } from '../../http/mount.ts';
import { askErasure, viewErasure } from './ask-erasure.ts';
import { decideCandidate } from './decide-candidate.ts';
import { viewCandidates } from './list-candidates.ts';

export const erasureRoutes = routesOf('erasure', {
  view: ({ params }, ctx) => viewErasure(ctx, params.id),
  ask: ({ params, body }, ctx) => askErasure(ctx, params.id, body),
  candidates: ({ params, query }, ctx) => viewCandidates(ctx, params.id, query),
  decide: ({ params, body }, ctx) => decideCandidate(ctx, params.id, body),
});
