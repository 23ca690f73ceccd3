import { endpoint } from '../endpoint.ts';
import { queueKey, statusView } from './schemas.ts';

export const status = {
  view: endpoint('GET', '/status', 'status', {
    summary: 'Estado del sistema: nodos, base de datos, colas, correo y lo que hay alrededor',
    response: statusView,
  }),
  look: endpoint('POST', '/status/look', 'status', {
    summary: 'Pide a cada nodo que compruebe ahora lo que hay alrededor',
    response: statusView,
    audited: false,
  }),
  retryFailed: endpoint('POST', '/status/queue/:name/retry', 'status', {
    summary: 'Vuelve a poner en marcha los trabajos fallidos de una cola',
    params: queueKey,
    response: statusView,
    errors: ['NO_FAILED_JOBS'],
  }),
  dropFailed: endpoint('DELETE', '/status/queue/:name/failed', 'status', {
    summary: 'Descarta los trabajos fallidos de una cola',
    params: queueKey,
    response: statusView,
    errors: ['NO_FAILED_JOBS'],
  }),
};
