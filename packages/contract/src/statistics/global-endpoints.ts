import { endpoint } from '../endpoint.ts';
import { globalFigures, monthlyMetrics, monthlySeries, refreshAccepted } from './global-schemas.ts';

export const globalStatistics = {
  view: endpoint('GET', '/statistics', 'statistics', {
    summary: 'Las cifras de todas las campañas, generales, internas y externas',
    response: globalFigures,
  }),
  refresh: endpoint('POST', '/statistics', 'statistics', {
    summary: 'Pide que las estadísticas se calculen de nuevo',
    response: refreshAccepted,
    status: 202,
    errors: ['STATISTICS_LOCKED'],
    audited: false,
  }),
  grouped: endpoint('GET', '/statistics/grouped', 'statistics', {
    summary: 'Campañas, contactos cargados y llamados de los últimos ocho meses',
    response: monthlySeries,
  }),
  metrics: endpoint('GET', '/statistics/metrics', 'statistics', {
    summary: 'Contactabilidad y efectividad de los últimos ocho meses',
    response: monthlyMetrics,
  }),
};
