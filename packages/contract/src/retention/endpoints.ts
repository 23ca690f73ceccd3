import { endpoint } from '../endpoint.ts';
import * as schemas from './schemas.ts';

export const retention = {
  view: endpoint('GET', '/retention', 'retention', {
    summary: 'Cuánto se conserva cada cosa, qué vence y cuándo',
    response: schemas.retentionView,
  }),
  campaigns: endpoint('GET', '/retention/campaign', 'retention', {
    summary: 'Las campañas con su plazo, por páginas; primero las que vencen antes',
    query: schemas.keptQuery,
    response: schemas.keptPage,
  }),
  due: endpoint('GET', '/retention/due', 'retention', {
    summary: 'Cuántas personas se anonimizarán en la próxima pasada',
    response: schemas.dueCount,
  }),
  change: endpoint('PUT', '/retention', 'retention', {
    summary: 'Cambia el plazo del sistema',
    body: schemas.retentionBody,
    response: schemas.retentionView,
    errors: ['CONFLICT'],
  }),
  pause: endpoint('PUT', '/retention/paused', 'retention', {
    summary: 'Detiene la anonimización o la deja seguir',
    body: schemas.pauseBody,
    response: schemas.retentionView,
    idempotentBecause: 'sets one switch to the stated value',
  }),
  changeCampaign: endpoint('PUT', '/retention/campaign/:id', 'retention', {
    summary: 'Cambia el plazo de una campaña',
    body: schemas.keptBody,
    response: schemas.retentionView,
    errors: ['CONFLICT', 'TEXT_ERASED'],
  }),
  changePeriods: endpoint('PUT', '/retention/period', 'retention', {
    summary: 'Cambia cuántos días se conservan avisos sin leer, notas, correos de la bandeja y archivos de correo',
    body: schemas.keepPeriods,
    response: schemas.retentionView,
    errors: ['CONFLICT'],
  }),
};
