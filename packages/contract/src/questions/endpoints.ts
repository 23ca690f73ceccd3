import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { longIdKey, instant } from '../shared/paging.ts';
import * as schemas from './schemas.ts';

export const questions = {
  list: endpoint('GET', '/question', 'campaign.manage', {
    summary: 'Las consultas de los operadores: las que esperan, o las cerradas',
    query: schemas.questionListQuery,
    response: schemas.questionPage,
  }),
  answer: endpoint('POST', '/question/:id/answer', 'campaign.manage', {
    summary: 'Responde una consulta y la cierra; sin respuesta, solo la cierra',
    params: longIdKey,
    body: schemas.questionAnswerBody,
    response: z.object({ id: z.number(), closedAt: instant }),
    errors: ['QUESTION_CLOSED', 'CAMPAIGN_FINISHED'],
  }),
};
