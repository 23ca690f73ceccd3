import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, longId } from '../shared/paging.ts';
import * as schemas from './schemas.ts';

const deliveryKey = z.object({ id, eventId: longId });

export const outgoingEvents = {
  list: endpoint('GET', '/event-subscription', 'events', {
    summary: 'Las suscripciones a eventos, con lo que espera y lo apartado de cada una',
    response: z.array(schemas.subscription),
  }),
  create: endpoint('POST', '/event-subscription', 'events', {
    summary: 'Crea una suscripción; la respuesta lleva el secreto, que no se vuelve a mostrar',
    body: schemas.subscriptionBody,
    status: 201,
    response: schemas.subscriptionWithSecret,
    errors: ['TOO_MANY_SUBSCRIPTIONS'],
    confirmed: true,
  }),
  detail: endpoint('GET', '/event-subscription/:id', 'events', {
    summary: 'Una suscripción',
    response: schemas.subscription,
    errors: ['NOT_FOUND'],
  }),
  update: endpoint('PUT', '/event-subscription/:id', 'events', {
    summary: 'Cambia una suscripción',
    body: schemas.subscriptionChange,
    response: schemas.subscription,
    errors: ['NOT_FOUND', 'CONFLICT'],
    confirmed: true,
  }),
  remove: endpoint('DELETE', '/event-subscription/:id', 'events', {
    summary: 'Quita una suscripción: no se envía nada más',
    errors: ['NOT_FOUND'],
  }),
  renewSecret: endpoint('POST', '/event-subscription/:id/secret', 'events', {
    summary: 'Crea otro secreto; el anterior firma también durante 24 horas',
    response: schemas.subscriptionWithSecret,
    errors: ['NOT_FOUND'],
    confirmed: true,
  }),
  pause: endpoint('PUT', '/event-subscription/:id/paused', 'events', {
    summary: 'Pausa los envíos o los reanuda',
    body: z.object({ isPaused: z.boolean() }),
    response: schemas.subscription,
    errors: ['NOT_FOUND'],
    idempotentBecause: 'sets one switch to the stated value',
  }),
  sendTest: endpoint('POST', '/event-subscription/:id/test', 'events', {
    summary: 'Envía un evento de prueba',
    status: 202,
    response: z.object({ eventId: z.number() }),
    errors: ['NOT_FOUND'],
  }),
  deliveries: endpoint('GET', '/event-subscription/:id/delivery', 'events', {
    summary: 'Los envíos de una suscripción, los últimos primero',
    query: schemas.deliveryQuery,
    response: schemas.deliveryPage,
    errors: ['NOT_FOUND'],
  }),
  attempts: endpoint('GET', '/event-subscription/:id/delivery/:eventId', 'events', {
    summary: 'Los intentos de un envío, con sus respuestas',
    params: deliveryKey,
    response: schemas.attemptList,
    errors: ['NOT_FOUND'],
  }),
  resend: endpoint('POST', '/event-subscription/:id/delivery/:eventId/resend', 'events', {
    summary: 'Envía de nuevo un evento, con el mismo identificador',
    params: deliveryKey,
    errors: ['NOT_FOUND'],
  }),
  resendParked: endpoint('POST', '/event-subscription/:id/resend', 'events', {
    summary: 'Envía de nuevo todos los eventos apartados',
    response: z.object({ count: z.number() }),
    errors: ['NOT_FOUND'],
  }),
};
