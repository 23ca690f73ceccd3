import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../shared/paging.ts';
import { operatorDay, operatorDayQuery, operatorDetail, operatorDetailQuery } from './schemas.ts';

/** What operators do: all of them today, and one of them day by day. */
export const monitor = {
  day: endpoint({
    method: 'GET',
    path: '/statistics/operator/day',
    summary: 'Los llamados de hoy por operador y grupo de estados; la última serie es el total',
    access: 'monitor',
    query: operatorDayQuery,
    response: operatorDay,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/statistics/operator/:id/detail',
    summary: 'Los llamados de un operador, día por día',
    access: 'monitor',
    params: z.object({ id }),
    query: operatorDetailQuery,
    response: operatorDetail,
  }),
};
