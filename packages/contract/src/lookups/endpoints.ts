import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, named } from '../shared/paging.ts';
import { locationTree, peopleBySide } from './schemas.ts';

/** Short lists that fill selectors. Only what can be chosen: no disabled users. */
export const lookups = {
  supervisors: endpoint({
    method: 'GET',
    path: '/supervisor',
    summary: 'Quienes pueden coordinar campañas, por lado',
    access: 'staff',
    response: peopleBySide,
  }),
  operators: endpoint({
    method: 'GET',
    path: '/operator',
    summary: 'Los operadores, por lado',
    access: 'staff',
    response: peopleBySide,
  }),
  roles: endpoint({
    method: 'GET',
    path: '/role',
    summary: 'Los roles, del más alto al más bajo',
    access: 'staff',
    response: z.array(named),
  }),
  locations: endpoint({
    method: 'GET',
    path: '/location',
    summary: 'Distritos con sus secciones y subsecciones',
    access: 'staff',
    prepared: true,
    response: locationTree,
  }),
  userCampaigns: endpoint({
    method: 'GET',
    path: '/user/:id/campaign',
    summary: 'Las campañas que una persona coordina, en las que trabaja o en las que registró llamados',
    access: 'monitor',
    params: z.object({ id }),
    response: z.array(named),
  }),
};
