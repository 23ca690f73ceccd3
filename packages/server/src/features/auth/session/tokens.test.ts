import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '@campanero/contract';
import { as } from '../../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../../test/app.ts';
import { anAdministrator, type TestUser } from '../../../../test/factories.ts';
import { createResetLink } from '../password/password-links.queries.ts';
import { resolveActor } from './sessions.ts';

type Part = Record<string, unknown>;
const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Part;
const mac = (algorithm: string, key: string | Buffer, text: string) =>
  createHmac(algorithm, key).update(text).digest('base64url');

const world = useWorld();
let user: TestUser;
beforeAll(async () => {
  user = await anAdministrator(world);
});

const secret = () => world.deps.config.jwtSecret ?? '';
const partsOf = (token: string) => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return { header, payload, signature, headers: decode(header), claims: decode(payload) };
};
/** A token of the user with replaced headers or claims, signed with the real key by default. */
function forge(change: { headers?: Part; claims?: Part; key?: string | Buffer; algorithm?: string } = {}): string {
  const { headers, claims } = partsOf(user.token);
  const text = `${encode({ ...headers, ...change.headers })}.${encode({ ...claims, ...change.claims })}`;
  return `${text}.${mac(change.algorithm ?? 'sha256', change.key ?? secret(), text)}`;
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string;
function signedWithRsa() {
  const { headers, claims } = partsOf(user.token);
  const text = `${encode({ ...headers, alg: 'RS256', jwk: rsa.publicKey.export({ format: 'jwk' }) })}.${encode(claims)}`;
  return `${text}.${signWith('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`;
}
const now = () => Math.floor(world.clock.now().getTime() / 1000);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Changes the two spare bits of the last letter, which lenient decoders ignore. */
const otherSpelling = (token: string) => token.slice(0, -1) + ALPHABET[ALPHABET.indexOf(token.at(-1)!) + 1]!;

const FORGERIES: Record<string, () => string> = {
  'alg none, empty signature': () => `${encode({ alg: 'none', typ: 'session+jwt' })}.${partsOf(user.token).payload}.`,
  'alg None in other letters': () => `${encode({ alg: 'nOnE', typ: 'session+jwt' })}.${partsOf(user.token).payload}.`,
  'alg none, old signature': () =>
    `${encode({ alg: 'none', typ: 'session+jwt' })}.${partsOf(user.token).payload}.${partsOf(user.token).signature}`,
  'HS384 with the right key': () => forge({ headers: { alg: 'HS384' }, algorithm: 'sha384' }),
  'HS512 with the right key': () => forge({ headers: { alg: 'HS512' }, algorithm: 'sha512' }),
  'RS256 with its own key in the header': signedWithRsa,
  'HS256 keyed with a public key': () => forge({ key: publicPem }),
  'another key': () => forge({ key: 'another-secret-that-is-long-enough-too' }),
  'an empty key': () => forge({ key: Buffer.alloc(1) }),
  'jwk in the header': () => forge({ headers: { jwk: { kty: 'oct', k: encode('x') } } }),
  'jku in the header': () => forge({ headers: { jku: 'https://example.org/keys' } }),
  'x5u in the header': () => forge({ headers: { x5u: 'https://example.org/cert' } }),
  'kid that is a path': () => forge({ headers: { kid: '../../dev/null' } }),
  'an unknown critical header': () => forge({ headers: { crit: ['exp2'], exp2: 1 } }),
  'the token with padding': () => `${user.token}=`,
  'padding inside': () => user.token.replace('.', '=.'),
  'another spelling of the same signature': () => otherSpelling(user.token),
  'a truncated signature': () => user.token.slice(0, -6),
  'no signature': () => user.token.split('.').slice(0, 2).join('.'),
  'another payload under the signature': () => {
    const { header, claims, signature } = partsOf(user.token);
    return `${header}.${encode({ ...claims, sub: String(user.id + 7) })}.${signature}`;
  },
  expired: () => forge({ claims: { exp: now() - 1 } }),
  'not valid yet': () => forge({ claims: { nbf: now() + 60 } }),
  'without expiry': () => forge({ claims: { exp: undefined } }),
  'expiry that is a text': () => forge({ claims: { exp: '9999999999' } }),
  'another issuer': () => forge({ claims: { iss: 'another' } }),
  'another audience': () => forge({ claims: { aud: 'another' } }),
  'another type': () => forge({ headers: { typ: 'JWT' } }),
  'without type': () => forge({ headers: { typ: undefined } }),
  "another user's id": () => forge({ claims: { sub: String(user.id + 1) } }),
  'an unknown session': () => forge({ claims: { sid: '00000000-0000-4000-8000-000000000000' } }),
  'an unknown rotation': () => forge({ claims: { jti: '00000000-0000-4000-8000-000000000000' } }),
  'a session id that is SQL': () => forge({ claims: { sid: "' or true --" } }),
  'an id that is no number': () => forge({ claims: { sub: '1e3' } }),
  'an encrypted token': () => 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..AAAA.AAAA.AAAA',
  garbage: () => 'not.a.token',
};

test('accepts the unmodified token', async () => {
  expect((await as(world, { token: forge() }).call(api.auth.check)).status).toBe(200);
});

describe.each(Object.entries(FORGERIES))('%s', (_name, make) => {
  test('is refused with 401 at five endpoints and at the handshake', async () => {
    const token = make();
    const forger = as(world, { token });
    const replies = [
      await forger.call(api.auth.check),
      await forger.call(api.auth.refresh),
      await forger.call(api.auth.logout),
      await forger.call(api.auth.userSessions, { params: { id: user.id } }),
      await forger.send(api.campaigns.list),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    // As in the socket handshake.
    expect(await resolveActor(world.deps, token)).toBeNull();
    // The genuine token is still valid.
    expect(await resolveActor(world.deps, user.token)).toMatchObject({ id: user.id });
  });
});

test('a reset secret is no session token and the other way round', async () => {
  const link = await world.db
    .transaction()
    .execute((trx) =>
      createResetLink(trx, world.deps.config, { userId: user.id, kind: 'recovery' }, world.clock.now()),
    );
  const token = new URL(link).searchParams.get('token') ?? '';
  expect((await as(world, { token }).call(api.auth.check)).status).toBe(401);
  const password = 'una frase cualquiera';
  const reply = await as(world, null).call(api.auth.reset, {
    params: { id: user.id },
    query: { token: user.token.slice(0, 200) },
    body: { password, passwordConfirmation: password },
  });
  expect(reply).toMatchObject({ status: 422, body: { error: 'RESET_FAILED' } });
});

test('tokens of the previous key are valid only while it is configured', async () => {
  const fresh = 'the-new-secret-that-replaces-the-old-one';
  const rotating = await createTestApp({ beside: world, config: { jwtSecret: fresh, jwtSecretPrevious: secret() } });
  expect((await as(rotating, user).call(api.auth.check)).status).toBe(200);
  await rotating.close();
  const rotated = await createTestApp({ beside: world, config: { jwtSecret: fresh } });
  expect((await as(rotated, user).call(api.auth.check)).status).toBe(401);
  await rotated.close();
});
