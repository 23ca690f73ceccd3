import { endpoint } from '../endpoint.ts';
import { operatorDay, operatorDayQuery, operatorDetail, operatorDetailQuery } from './schemas.ts';

export const monitor = {
  day: endpoint('GET', '/statistics/operator/day', 'monitor', {
    summary: 'Los llamados de hoy por operador y grupo de estados; la última serie es el total',
    query: operatorDayQuery,
    response: operatorDay,
  }),
  detail: endpoint('GET', '/statistics/operator/:id/detail', 'monitor', {
    summary: 'Los llamados de un operador, día por día',
    query: operatorDetailQuery,
    response: operatorDetail,
  }),
};
