import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Parts that are away while calling still works: files in the storage, files in DATA_DIR. */
export const degradedPart = z.enum(['storage', 'data-folder']);
export type DegradedPart = z.infer<typeof degradedPart>;

export const system = {
  health: endpoint('GET', '/health', 'public', {
    summary: 'Si el servicio responde',
    response: z.object({ status: z.literal('ok') }),
  }),
  ready: endpoint('GET', '/ready', 'public', {
    summary: 'Si se puede llamar: base de datos y cola de trabajos; aparte, lo que falta sin impedirlo',
    response: z.object({ status: z.literal('ok'), degraded: z.array(degradedPart) }),
    errors: ['UNAVAILABLE'],
  }),
  /** `users` is the permission that Administrador alone holds; METRICS_TOKEN opens it to a collector. */
  metrics: endpoint('GET', '/metrics', 'users', {
    summary: 'Métricas en el formato de Prometheus',
    file: true,
    response: z.string(),
  }),
  docs: endpoint('GET', '/docs', 'public', { summary: 'La documentación de la API', file: true, response: z.string() }),
  docsJson: endpoint('GET', '/docs/json', 'public', {
    summary: 'La documentación de la API como documento OpenAPI',
    file: true,
  }),
};
