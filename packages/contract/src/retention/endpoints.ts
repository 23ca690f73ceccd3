import { endpoint } from '../endpoint.ts';
import {
  dueCount,
  keptBody,
  keptKey,
  keptPage,
  keptQuery,
  pauseBody,
  retentionBody,
  retentionView,
} from './schemas.ts';

/** How long persons and everything else are kept. Administrador. */
export const retention = {
  view: endpoint({
    method: 'GET',
    path: '/retention',
    summary: 'Cuánto se conserva cada cosa, qué vence y cuándo',
    access: 'retention',
    response: retentionView,
  }),
  campaigns: endpoint({
    method: 'GET',
    path: '/retention/campaign',
    summary: 'Las campañas con su plazo, por páginas; primero las que vencen antes',
    access: 'retention',
    query: keptQuery,
    response: keptPage,
  }),
  due: endpoint({
    method: 'GET',
    path: '/retention/due',
    summary: 'Cuántas personas se anonimizarán en la próxima pasada',
    access: 'retention',
    response: dueCount,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/retention',
    summary: 'Cambia el plazo del sistema',
    access: 'retention',
    body: retentionBody,
    response: retentionView,
    errors: ['CONFLICT'],
    audited: true,
  }),
  pause: endpoint({
    method: 'PUT',
    path: '/retention/paused',
    summary: 'Detiene la anonimización o la deja seguir',
    access: 'retention',
    body: pauseBody,
    response: retentionView,
    idempotentBecause: 'sets one switch to the stated value',
    audited: true,
  }),
  changeCampaign: endpoint({
    method: 'PUT',
    path: '/retention/campaign/:id',
    summary: 'Cambia el plazo de una campaña',
    access: 'retention',
    params: keptKey,
    body: keptBody,
    response: retentionView,
    errors: ['CONFLICT', 'NOT_FOUND'],
    audited: true,
  }),
};
