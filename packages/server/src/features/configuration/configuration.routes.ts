import { routesOf } from '../../http/mount.ts';
import { getCatalogueEntry, selectEntries } from './catalogue.queries.ts';
import { listActions, saveActions } from './save-actions.ts';
import { createEntry, updateEntry } from './save-entry.ts';

export const configurationRoutes = routesOf('configuration', {
  objectives: (_input, { db }) => selectEntries(db, 'objective'),
  objective: ({ params }, { db }) => getCatalogueEntry(db, 'objective', params.id),
  createObjective: ({ body }, ctx) => createEntry(ctx, 'objective', body),
  updateObjective: ({ params, body }, ctx) => updateEntry(ctx, 'objective', params.id, body),
  states: (_input, { db }) => selectEntries(db, 'state'),
  state: ({ params }, { db }) => getCatalogueEntry(db, 'state', params.id),
  createState: ({ body }, ctx) => createEntry(ctx, 'state', body),
  updateState: ({ params, body }, ctx) => updateEntry(ctx, 'state', params.id, body),
  substates: (_input, { db }) => selectEntries(db, 'substate'),
  substate: ({ params }, { db }) => getCatalogueEntry(db, 'substate', params.id),
  createSubstate: ({ body }, ctx) => createEntry(ctx, 'substate', body),
  updateSubstate: ({ params, body }, ctx) => updateEntry(ctx, 'substate', params.id, body),
  actions: ({ query }, ctx) => listActions(ctx, query.action),
  saveActions: ({ query, body }, ctx) => saveActions(ctx, query.action, body),
});
