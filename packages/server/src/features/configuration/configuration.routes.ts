import { configuration } from '@campanero/contract/configuration/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { getObjective, selectObjectives } from './objectives.queries.ts';
import { listActions, saveActions } from './save-actions.ts';
import {
  createObjective,
  createState,
  createSubstate,
  updateObjective,
  updateState,
  updateSubstate,
} from './save-entry.ts';
import { getState, selectStates } from './states.queries.ts';
import { getSubstate, selectSubstates } from './substates.queries.ts';

export const configurationRoutes = (app: FastifyInstance) =>
  mount(app, 'configuration', configuration, {
    objectives: (_input, { db }) => selectObjectives(db),
    objective: ({ params }, { db }) => getObjective(db, params.id),
    createObjective: ({ body }, ctx) => createObjective(ctx, body),
    updateObjective: ({ params, body }, ctx) => updateObjective(ctx, params.id, body),
    states: (_input, { db }) => selectStates(db),
    state: ({ params }, { db }) => getState(db, params.id),
    createState: ({ body }, ctx) => createState(ctx, body),
    updateState: ({ params, body }, ctx) => updateState(ctx, params.id, body),
    substates: (_input, { db }) => selectSubstates(db),
    substate: ({ params }, { db }) => getSubstate(db, params.id),
    createSubstate: ({ body }, ctx) => createSubstate(ctx, body),
    updateSubstate: ({ params, body }, ctx) => updateSubstate(ctx, params.id, body),
    actions: ({ query }, ctx) => listActions(ctx, query.action),
    saveActions: ({ query, body }, ctx) => saveActions(ctx, query.action, body),
  });
