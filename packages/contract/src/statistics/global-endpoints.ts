import { endpoint } from '../endpoint.ts';
import { globalFigures, monthlyMetrics, monthlySeries, refreshAccepted } from './global-schemas.ts';

/** The figures of all campaigns together: computed by a job, nightly and when asked for. */
export const globalStatistics = {
  view: endpoint({
    method: 'GET',
    path: '/statistics',
    summary: 'Las cifras de todas las campañas, generales, internas y externas',
    access: 'statistics',
    response: globalFigures,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/statistics',
    summary: 'Pide que las estadísticas se calculen de nuevo',
    access: 'statistics',
    response: refreshAccepted,
    status: 202,
    errors: ['STATISTICS_LOCKED'],
  }),
  grouped: endpoint({
    method: 'GET',
    path: '/statistics/grouped',
    summary: 'Campañas, contactos cargados y llamados de los últimos ocho meses',
    access: 'statistics',
    response: monthlySeries,
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/statistics/metrics',
    summary: 'Contactabilidad y efectividad de los últimos ocho meses',
    access: 'statistics',
    response: monthlyMetrics,
  }),
};
