import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Parts that are away while calling still works: files in the storage, files in DATA_DIR. */
export const degradedPart = z.enum(['storage', 'data-folder']);
export type DegradedPart = z.infer<typeof degradedPart>;

/** Health and metrics, for those who operate the product. */
export const system = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    summary: 'Si el servicio responde',
    access: 'public',
    response: z.object({ status: z.literal('ok') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    summary: 'Si se puede llamar: base de datos y cola de trabajos; aparte, lo que falta sin impedirlo',
    access: 'public',
    response: z.object({ status: z.literal('ok'), degraded: z.array(degradedPart) }),
    errors: ['UNAVAILABLE'],
  }),
  /** `users` is the permission that Administrador alone holds; METRICS_TOKEN opens it to a collector. */
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'Métricas en el formato de Prometheus',
    access: 'users',
    file: true,
    response: z.string(),
  }),
  docs: endpoint({
    method: 'GET',
    path: '/docs',
    summary: 'La documentación de la API',
    access: 'public',
    file: true,
    response: z.string(),
  }),
  docsJson: endpoint({
    method: 'GET',
    path: '/docs/json',
    summary: 'La documentación de la API como documento OpenAPI',
    access: 'public',
    file: true,
    response: z.unknown(),
  }),
};
