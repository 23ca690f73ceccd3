import { endpoint } from '../endpoint.ts';
import { liveBoard as liveAnswer, liveQuery } from './schemas.ts';

export const live = {
  view: endpoint({
    method: 'GET',
    path: '/monitor/live',
    summary: 'Quién trabaja ahora y en qué, y cómo avanzan las campañas en curso',
    access: 'monitor',
    query: liveQuery,
    response: liveAnswer,
  }),
};
