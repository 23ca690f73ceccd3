import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { named } from '../shared/paging.ts';
import { locationTree, peopleBySide } from './schemas.ts';

/** Short lists for selectors, without disabled users. */
export const lookups = {
  supervisors: endpoint('GET', '/supervisor', 'staff', {
    service: 'any',
    summary: 'Quienes pueden coordinar campañas, por lado',
    response: peopleBySide,
  }),
  operators: endpoint('GET', '/operator', 'staff', {
    service: 'any',
    summary: 'Los operadores, por lado',
    response: peopleBySide,
  }),
  roles: endpoint('GET', '/role', 'staff', {
    service: 'any',
    summary: 'Los roles, del más alto al más bajo',
    response: z.array(named),
  }),
  locations: endpoint('GET', '/location', 'staff', {
    service: 'any',
    summary: 'Distritos con sus secciones y subsecciones',
    prepared: true,
    response: locationTree,
  }),
  userCampaigns: endpoint('GET', '/user/:id/campaign', 'monitor', {
    summary: 'Las campañas que una persona coordina, en las que trabaja o en las que registró llamados',
    response: z.array(named),
  }),
};
