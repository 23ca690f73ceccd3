import { endpoint } from '../endpoint.ts';
import {
  dueCount,
  keepPeriods,
  keptBody,
  keptPage,
  keptQuery,
  pauseBody,
  retentionBody,
  retentionView,
} from './schemas.ts';

export const retention = {
  view: endpoint('GET', '/retention', 'retention', {
    summary: 'Cuánto se conserva cada cosa, qué vence y cuándo',
    response: retentionView,
  }),
  campaigns: endpoint('GET', '/retention/campaign', 'retention', {
    summary: 'Las campañas con su plazo, por páginas; primero las que vencen antes',
    query: keptQuery,
    response: keptPage,
  }),
  due: endpoint('GET', '/retention/due', 'retention', {
    summary: 'Cuántas personas se anonimizarán en la próxima pasada',
    response: dueCount,
  }),
  change: endpoint('PUT', '/retention', 'retention', {
    summary: 'Cambia el plazo del sistema',
    body: retentionBody,
    response: retentionView,
    errors: ['CONFLICT'],
  }),
  pause: endpoint('PUT', '/retention/paused', 'retention', {
    summary: 'Detiene la anonimización o la deja seguir',
    body: pauseBody,
    response: retentionView,
    idempotentBecause: 'sets one switch to the stated value',
  }),
  changeCampaign: endpoint('PUT', '/retention/campaign/:id', 'retention', {
    summary: 'Cambia el plazo de una campaña',
    body: keptBody,
    response: retentionView,
    errors: ['CONFLICT', 'TEXT_ERASED', 'NOT_FOUND'],
  }),
  changePeriods: endpoint('PUT', '/retention/period', 'retention', {
    summary: 'Cambia cuántos días se conservan avisos sin leer, notas, correos de la bandeja y archivos de correo',
    body: keepPeriods,
    response: retentionView,
    errors: ['CONFLICT'],
  }),
};
