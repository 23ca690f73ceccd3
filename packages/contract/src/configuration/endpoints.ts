import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { BODY_LIMITS } from '../limits.ts';
import * as schemas from './schemas.ts';

/** Objectives, states, substates and actions. Every role may read the lists: forms need them. */
export const configuration = {
  objectives: endpoint('GET', '/objective', 'staff', {
    service: 'any',
    summary: 'Los objetivos',
    response: z.array(schemas.objective),
  }),
  objective: endpoint('GET', '/objective/:id', 'staff', {
    service: 'any',
    summary: 'Un objetivo',
    response: schemas.objective,
  }),
  createObjective: endpoint('POST', '/objective', 'config', {
    summary: 'Crea un objetivo',
    body: schemas.objectiveBody,
    bodyLimit: BODY_LIMITS.oneList,
    status: 201,
    response: schemas.objective,
    errors: ['NAME_TAKEN', 'UNKNOWN_STATE'],
  }),
  updateObjective: endpoint('PUT', '/objective/:id', 'config', {
    summary: 'Actualiza un objetivo',
    body: schemas.objectivePatch,
    bodyLimit: BODY_LIMITS.oneList,
    response: schemas.objective,
    errors: ['NAME_TAKEN', 'UNKNOWN_STATE', 'CONFLICT', 'TEXT_ERASED'],
  }),
  states: endpoint('GET', '/state', 'staff', {
    service: 'any',
    summary: 'Los estados',
    response: z.array(schemas.state),
  }),
  state: endpoint('GET', '/state/:id', 'staff', { service: 'any', summary: 'Un estado', response: schemas.state }),
  createState: endpoint('POST', '/state', 'config', {
    summary: 'Crea un estado',
    body: schemas.stateBody,
    bodyLimit: BODY_LIMITS.oneList,
    status: 201,
    response: schemas.state,
    errors: ['NAME_TAKEN', 'UNKNOWN_SUBSTATE'],
  }),
  updateState: endpoint('PUT', '/state/:id', 'config', {
    summary: 'Actualiza un estado',
    body: schemas.statePatch,
    bodyLimit: BODY_LIMITS.oneList,
    response: schemas.state,
    errors: ['NAME_TAKEN', 'UNKNOWN_SUBSTATE', 'SYSTEM_STATE', 'CONFLICT', 'TEXT_ERASED'],
  }),
  substates: endpoint('GET', '/substate', 'staff', {
    service: 'any',
    summary: 'Los subestados',
    response: z.array(schemas.substate),
  }),
  substate: endpoint('GET', '/substate/:id', 'staff', {
    service: 'any',
    summary: 'Un subestado',
    response: schemas.substate,
  }),
  createSubstate: endpoint('POST', '/substate', 'config', {
    summary: 'Crea un subestado',
    body: schemas.substateBody,
    status: 201,
    response: schemas.substate,
    errors: ['NAME_TAKEN'],
  }),
  updateSubstate: endpoint('PUT', '/substate/:id', 'config', {
    summary: 'Actualiza un subestado',
    body: schemas.substatePatch,
    response: schemas.substate,
    errors: ['NAME_TAKEN', 'CONFLICT', 'TEXT_ERASED'],
  }),
  actions: endpoint('GET', '/action/state', 'config', {
    summary: 'Los estados con y sin una acción',
    query: schemas.actionQuery,
    response: schemas.actionLists,
  }),
  saveActions: endpoint('PUT', '/action/state', 'config', {
    summary: 'Guarda qué estados tienen una acción',
    query: schemas.actionQuery,
    body: schemas.actionBody,
    bodyLimit: BODY_LIMITS.severalLists,
    response: schemas.actionLists,
    idempotentBecause: 'sets one action on the states it names',
    errors: ['UNKNOWN_STATE', 'SYSTEM_STATE'],
  }),
};
