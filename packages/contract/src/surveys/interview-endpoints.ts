import { z } from 'zod';
import { callKey } from '../calls/list-endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { instant } from '../shared/paging.ts';
import { answer } from './definition.ts';

const channel = z.enum(['phone', 'mail', 'whatsapp']);

/** What was answered so far in a call. */
export const interviewView = z.object({
  answers: z.array(z.object({ questionId: z.number(), answer })),
  complete: z.boolean(),
  /** Answers whose quota is full or closed for this person. */
  shut: z.array(z.object({ questionId: z.number(), value: z.number() })),
  saves: z.array(
    z.object({
      at: instant,
      /** Null: the neighbour, by a link. */
      userName: z.string().nullable(),
      channel,
      answered: z.number(),
      complete: z.boolean(),
    }),
  ),
});

/** What the contact page asks for in every campaign with a survey, apart from how a questionnaire is made. */
export const interviews = {
  interview: endpoint('GET', '/campaign/:id/call/:callId/interview', 'staff', {
    service: 'campaign.detail',
    summary: 'Lo que se respondió en un llamado',
    params: callKey,
    response: interviewView,
  }),
};
