import { endpoint } from '../endpoint.ts';
import { keptBody, keptKey, retentionBody, retentionView } from './schemas.ts';

/** How long persons and everything else are kept. Administrador. */
export const retention = {
  view: endpoint({
    method: 'GET',
    path: '/retention',
    summary: 'Cuánto se conserva cada cosa, qué vence y cuándo',
    access: 'retention',
    response: retentionView,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/retention',
    summary: 'Cambia el plazo del sistema, detiene la anonimización o la deja seguir',
    access: 'retention',
    body: retentionBody,
    response: retentionView,
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
    audited: true,
  }),
};
