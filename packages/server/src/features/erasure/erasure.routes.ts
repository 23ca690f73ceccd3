import { erasure } from '@campanero/contract/erasure/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { askErasure, viewErasure } from './ask-erasure.ts';
import { decideCandidate } from './decide-candidate.ts';
import { viewCandidates } from './list-candidates.ts';

export function erasureRoutes(app: FastifyInstance): void {
  mount(app, 'erasure', erasure, {
    view: ({ params }, ctx) => viewErasure(ctx, params.id),
    ask: ({ params, body }, ctx) => askErasure(ctx, params.id, body),
    candidates: ({ params, query }, ctx) => viewCandidates(ctx, params.id, query),
    decide: async ({ params, body }, ctx) => {
      await decideCandidate(ctx, params.id, body);
      return undefined;
    },
  });
}
