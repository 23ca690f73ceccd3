import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { CLIENT_ID } from './directory.ts';

type Claims = Record<string, unknown>;
type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** An issuer that answers as a test tells it to. Without a lie it is a right one. */
export interface LyingDirectory {
  issuer: string;
  lie: Lie;
  /** Signed as the issuer's ID tokens are; `key`: by somebody else's. */
  sign: (claims: Claims, by?: { key?: Key; kid?: string; typ?: string }) => Promise<string>;
  otherKey: Key;
  /** Codes that were exchanged. */
  codes: string[];
  /** How often its addresses were asked for. */
  discovered: number;
  /** The right answer to a visit, changed by a test. */
  answerTo: (address: string, more?: Record<string, string>) => string;
  close: () => Promise<void>;
}

interface Lie {
  metadata?: Claims;
  keys?: JWK[];
  /** Added to the ID token; undefined removes. */
  token?: Claims;
  /** In place of the signed token. */
  idToken?: (claims: Claims) => Promise<string> | string;
  status?: number;
  body?: Claims;
  userinfo?: Claims;
  refreshToken?: string;
  /** The error with which a refresh token is refused; undefined: it is not. */
  refuses?: (refreshToken: string) => string | undefined;
  delayMs?: number;
  /** Where the answers lead, with a redirect. */
  redirect?: string;
}

const ACCESS = { access_token: 'acceso', token_type: 'Bearer', expires_in: 300 };
const now = () => Math.floor(Date.now() / 1000);

export async function startLyingDirectory(): Promise<LyingDirectory> {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const nonces = new Map<string, string>();
  const made: LyingDirectory = {
    issuer: '',
    lie: {},
    otherKey: other.privateKey,
    codes: [],
    discovered: 0,
    sign: (claims, { key = own.privateKey, kid = 'own', typ } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...(typ && { typ }) }).sign(key),
    answerTo(address, more = {}) {
      const { searchParams } = new URL(address);
      const code = `code-${nonces.size}`;
      nonces.set(code, searchParams.get('nonce')!);
      return new URLSearchParams({ code, state: searchParams.get('state')!, iss: made.issuer, ...more }).toString();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      setTimeout(() => void answer(request.url ?? '', form, response), made.lie.delayMs ?? 0);
    });
  });
  const send = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  async function answer(path: string, form: URLSearchParams, response: ServerResponse) {
    const { lie, issuer } = made;
    if (lie.redirect) return response.writeHead(302, { location: lie.redirect }).end();
    if (path.startsWith('/.well-known')) {
      made.discovered += 1;
      return send(response, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        subject_types_supported: ['public'],
        authorization_response_iss_parameter_supported: true,
        ...lie.metadata,
      });
    }
    if (path === '/keys') return send(response, { keys: lie.keys ?? [jwk] });
    if (path === '/me') return send(response, { sub: 'liar-1', ...lie.userinfo });
    if (lie.status) return send(response, lie.body ?? {}, lie.status);
    if (form.get('grant_type') === 'refresh_token') return renew(form.get('refresh_token') ?? '', response);
    const code = form.get('code') ?? '';
    made.codes.push(code);
    const claims: Claims = {
      iss: issuer,
      aud: CLIENT_ID,
      sub: 'liar-1',
      nonce: nonces.get(code),
      iat: now(),
      exp: now() + 300,
      email: 'eva@ciudad.example',
      email_verified: true,
      ...lie.token,
    };
    for (const [name, value] of Object.entries(claims)) if (value === undefined) delete claims[name];
    const idToken = await (lie.idToken ?? made.sign)(claims);
    return send(response, { ...ACCESS, id_token: idToken, refresh_token: lie.refreshToken });
  }
  function renew(refreshToken: string, response: ServerResponse) {
    const error = made.lie.refuses?.(refreshToken);
    return error ? send(response, { error }, 400) : send(response, { ...ACCESS, refresh_token: refreshToken });
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  made.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return made;
}

export const unsigned = (claims: Claims) => new UnsecuredJWT(claims).encode();
