import pg from 'pg';
import { expect, test } from 'vitest';
import { explainFailure, StartupError } from './startup-error.ts';

const refused = (code: string) => Object.assign(new pg.DatabaseError('canceling statement', 0, 'error'), { code });

test.each([
  ['a reason of ours', new StartupError('El puerto 4000 está ocupado.'), /^El puerto 4000 está ocupado\.$/],
  ['a database that is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), /Revise DATABASE_URL/],
  ['one that is going down', refused('57P01'), /Revise DATABASE_URL/],
  ['one that is there but slow', refused('57014'), /tardó demasiado/],
  ['a wrong password', refused('28P01'), /no acepta el usuario o la contraseña/],
  ['a pool that knows no settings of the start', refused('08P01'), /ignore_startup_parameters/],
  ['a database that does not exist', refused('3D000'), /créela \(createdb\)/],
  ['a role without rights', refused('42501'), /DATABASE_OWNER_URL/],
  [
    'a certificate that nobody trusts',
    Object.assign(new Error('unable to verify'), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
    /NODE_EXTRA_CA_CERTS/,
  ],
  ['a server without TLS', new Error('The server does not support SSL connections'), /quite sslmode/],
  ['anything else', new TypeError('x is not a function'), /^El servidor no pudo arrancar: TypeError/],
])('%s', (_, error, words) => expect(explainFailure(error)).toMatch(words));
