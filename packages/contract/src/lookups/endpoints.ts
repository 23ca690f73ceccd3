import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { named } from '../shared/paging.ts';

/** Short lists that fill selectors. Only what can be chosen: no disabled people (decisions 3). */
export const objectiveOption = named.extend({ disable: z.boolean() });

export const lookups = {
  objectives: endpoint({
    method: 'GET',
    path: '/objective',
    summary: 'Los objetivos',
    access: 'staff',
    response: z.array(objectiveOption),
  }),
  users: endpoint({
    method: 'GET',
    path: '/user',
    summary: 'Las personas que se pueden elegir',
    access: 'staff',
    response: z.array(named),
  }),
};
