import pg from 'pg';
import { expect, test } from 'vitest';
import { NoPrimary } from '../db/connection.ts';
import { explainFailure, StartupError } from './startup-error.ts';

const refused = (code: string, message = 'canceling statement', detail?: string) =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, detail });
const unreachable = (code: string, more: object = {}) => Object.assign(new Error(`connect ${code}`), { code, ...more });
const AT = { address: '10.0.0.7', port: 5432 };

test.each([
  ['a reason of ours', new StartupError('El puerto 4000 está ocupado.'), /^El puerto 4000 está ocupado\.$/],
  [
    'a refused port',
    unreachable('ECONNREFUSED', AT),
    /^En 10\.0\.0\.7:5432 no hay ninguna base de datos: revise el puerto/,
  ],
  ['of several addresses', new AggregateError([unreachable('ECONNREFUSED', AT)]), /^En 10\.0\.0\.7:5432/],
  ['an unknown machine', unreachable('ENOTFOUND', { hostname: 'bd' }), /^No se encuentra la máquina «bd»/],
  ['a machine that is silent', unreachable('ETIMEDOUT'), /no responde.*cortafuegos/],
  ['a pool that had no time', new Error('timeout exceeded when trying to connect'), /no responde.*cortafuegos/],
  [
    'a socket that is not there',
    unreachable('ENOENT', { syscall: 'connect', address: '/run/x' }),
    /el socket \/run\/x/,
  ],
  ['no primary among several', new NoPrimary('db1 is a standby'), /Ningún servidor.*acepta escrituras/],
  ['one that is going down', refused('57P01'), /deteniendo o reiniciando/],
  ['one that is starting', refused('57P03'), /arrancando o recuperándose/],
  ['no free connection', refused('53300'), /no admite más conexiones: suba max_connections/],
  ['no room on its disk', refused('53100'), /no le queda espacio en el disco/],
  ['a machine that pg_hba.conf does not name', refused('28000', 'no pg_hba.conf entry for host'), /pg_hba\.conf y rec/],
  ['one that is there but slow', refused('57014'), /tardó demasiado/],
  ['a wrong password', refused('28P01'), /no acepta el usuario o la contraseña/],
  [
    'a pool that knows no settings of the start',
    refused('08P01', 'unsupported startup parameter: options'),
    /ignore_startup_parameters/,
  ],
  [
    'a pool with too many clients',
    refused('08P01', 'no more connections allowed (max_client_conn)'),
    /max_client_conn/,
  ],
  ['a pool that refuses otherwise', refused('08P01'), /PgBouncer\) no dio una conexión/],
  [
    'a role that may not enter',
    refused('42501', 'permission denied for database "c"', 'User does not have CONNECT privilege.'),
    /GRANT CONNECT ON DATABASE/,
  ],
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
