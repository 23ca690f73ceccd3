import { api } from '@campanero/contract';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { ONE_LINE } from '@campanero/contract/shared/text';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { aCampaign, anAdministrator, type TestUser } from '../../test/factories.ts';
import { sendForm } from '../../test/forms.ts';

let world: TestApp;
let admin: TestUser;
beforeAll(async () => {
  world = await createTestApp({ config: { allowRegistration: true } });
  admin = await anAdministrator(world);
});
afterAll(() => world.close());

describe('a text of one line holds no line end and no other control character', () => {
  const HIDDEN = ['\r\n', '\n', '\r', '\t', '\u001b', '\u007f', '\u0085', '\u2028', '\u202e'];
  const BODIES: [EndpointSpec, string[], Record<string, string>?][] = [
    [api.users.create, ['firstName', 'lastName']],
    [api.users.update, ['firstName', 'lastName'], { id: '1' }],
    [api.configuration.createObjective, ['name']],
    [api.configuration.updateState, ['name'], { id: '2' }],
    [api.configuration.createSubstate, ['name']],
    [api.campaigns.ongoing, ['name', 'externalId'], { id: '1' }],
    [
      api.contacts.savePerson,
      ['firstName', 'lastName', 'businessName', 'document', 'nationality', 'channel'],
      { personId: '1' },
    ],
    [api.shell.register, ['displayName']],
  ];
  test.each(
    BODIES.flatMap(([spec, fields, params]) => fields.map((field) => [spec.path, field, spec, params] as const)),
  )('%s, %s', async (_path, field, spec, params) => {
    for (const hidden of HIDDEN) {
      const query = spec === api.contacts.savePerson ? { lead: 1 } : {};
      const body = { [field]: `Ana${hidden}Bcc: x@y.ar` };
      const reply = await as(world, admin).send(spec, { params: params ?? {}, query, body });
      expect([hidden, reply.status]).toEqual([hidden, 400]);
      expect(reply.body.errors).toContainEqual({ field, message: ONE_LINE });
    }
  });

  test('those of a campaign, too, in the form that creates it and in the one that changes it', async () => {
    const { id } = await aCampaign(world);
    for (const field of ['name', 'externalId', 'formId'])
      for (const [spec, params] of [
        [api.campaigns.create, {}],
        [api.campaigns.update, { id }],
      ] as const) {
        const reply = await sendForm(world, admin, spec, { params, fields: { [field]: 'Salud\r\nPara todos' } });
        expect(reply.status).toBe(400);
        expect(reply.body.errors).toContainEqual({ field, message: ONE_LINE });
      }
  });

  test('what was pasted with a line end behind it is taken without it', async () => {
    const body = { firstName: 'Ana\r\n', lastName: '\tDíaz', email: 'ana.diaz@prueba.gob.ar', roles: [2] };
    expect((await as(world, admin).send(api.users.create, { body })).body).toMatchObject({ name: 'Ana Díaz' });
  });
});
