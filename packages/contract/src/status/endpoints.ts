import { endpoint } from '../endpoint.ts';
import { queueKey, statusView } from './schemas.ts';

/** How the installation and everything around it is. Administrador. */
export const status = {
  view: endpoint({
    method: 'GET',
    path: '/status',
    summary: 'Estado del sistema: nodos, base de datos, colas, correo y lo que hay alrededor',
    access: 'status',
    response: statusView,
  }),
  look: endpoint({
    method: 'POST',
    path: '/status/look',
    summary: 'Pide a cada nodo que compruebe ahora lo que hay alrededor',
    access: 'status',
    response: statusView,
  }),
  retryFailed: endpoint({
    method: 'POST',
    path: '/status/queue/:name/retry',
    summary: 'Vuelve a poner en marcha los trabajos fallidos de una cola',
    access: 'status',
    params: queueKey,
    response: statusView,
    errors: ['NOT_FOUND', 'NO_FAILED_JOBS'],
    audited: true,
  }),
  dropFailed: endpoint({
    method: 'DELETE',
    path: '/status/queue/:name/failed',
    summary: 'Descarta los trabajos fallidos de una cola',
    access: 'status',
    params: queueKey,
    response: statusView,
    errors: ['NOT_FOUND', 'NO_FAILED_JOBS'],
    audited: true,
  }),
};
