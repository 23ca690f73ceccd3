import { endpoint } from '../endpoint.ts';
import { liveBoard as liveAnswer, liveQuery } from './schemas.ts';

export const live = {
  view: endpoint('GET', '/monitor/live', 'monitor', {
    summary: 'Quién trabaja ahora y en qué, y cómo avanzan las campañas en curso',
    query: liveQuery,
    response: liveAnswer,
  }),
};
