import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DIRECTORY_RETURN } from '@campanero/contract/auth/directory';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export const CLIENT_ID = 'campanero';
export const CLIENT_SECRET = 'secreto-de-la-prueba-con-32-caracteres';

/** A person of the directory and how they prove who they are. */
export interface DirectoryPerson {
  sub: string;
  claims?: Record<string, unknown>;
  amr?: string[];
}

export interface Directory {
  issuer: string;
  /** Who sits at the browser; null: they press "cancel". */
  who: { person: DirectoryPerson | null };
  keys: { privateJwk: JWK };
  /** Forgets grants and sessions of a person, as when the account is deleted. */
  forget: (sub: string) => void;
  provider: Provider;
  close: () => Promise<void>;
}

async function aKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

interface DirectoryOptions {
  publicUrl: string;
  /** Where Campanero takes logout tokens. */
  logoutUrl?: string;
  people?: DirectoryPerson[];
  port?: number;
  clientSecret?: string;
  privateJwk?: JWK;
  withRefreshTokens?: boolean;
}

/** The real oidc-provider on a port of its own, whose sign-in page answers for `who`. */
export async function startDirectory(options: DirectoryOptions): Promise<Directory> {
  const { publicUrl, logoutUrl, people = [], clientSecret = CLIENT_SECRET, withRefreshTokens = true } = options;
  const who: Directory['who'] = { person: people[0] ?? null };
  const gone = new Set<string>();
  const privateJwk = options.privateJwk ?? (await aKey('one'));
  const server = createServer();
  await new Promise<void>((listening) => server.listen(options.port ?? 0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}${DIRECTORY_RETURN}`],
        post_logout_redirect_uris: [],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        ...(logoutUrl && { backchannel_logout_uri: logoutUrl, backchannel_logout_session_required: true }),
      },
    ],
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'offline_access', 'groups', 'email', 'profile'],
    jwks: { keys: [privateJwk] },
    cookies: { keys: ['clave de las cookies de la prueba'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      // Its own pages fetch a font from elsewhere.
      rpInitiatedLogout: {
        logoutSource: (ctx, form) => {
          ctx.body = `<!DOCTYPE html>${form}<button form="op.logoutForm" name="logout" value="yes">Salir</button>`;
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.body = '<!DOCTYPE html><p>Salió de la cuenta de la ciudad.</p>';
        },
      },
    },
    // Without its own dispatcher, which refuses loopback addresses.
    fetch: (url, options) => fetch(url, Object.assign({}, options, { dispatcher: undefined })),
    issueRefreshToken: () => Promise.resolve(withRefreshTokens),
    findAccount: (_ctx, sub) => {
      if (gone.has(sub)) return undefined;
      const person = [who.person, ...people].find((one) => one?.sub === sub);
      return { accountId: sub, claims: () => ({ sub, ...person?.claims }) };
    },
    interactions: { url: (_ctx, { uid }) => `/persona/${uid}` },
    ttl: { AccessToken: 600, IdToken: 600, Grant: 86_400, Session: 86_400, Interaction: 600, RefreshToken: 86_400 },
  };
  const provider = new Provider(issuer, configuration);
  const callback = provider.callback();
  provider.on('backchannel.error', (_ctx, { message }) => process.stderr.write(`sign-out not told: ${message}\n`));
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/persona/')) void answerFor(provider, who, request, response);
    else void callback(request, response);
  });
  return {
    issuer,
    who,
    keys: { privateJwk },
    provider,
    forget: (sub) => void gone.add(sub),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** What the sign-in page of the directory does once the person has typed everything. */
async function answerFor(
  provider: Provider,
  { person }: Directory['who'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!person) {
    await provider.interactionFinished(request, response, { error: 'access_denied' });
    return;
  }
  const { prompt, params, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, {
      login: { accountId: person.sub, ...(person.amr && { amr: person.amr }) },
    });
    return;
  }
  const found = grantId ? await provider.Grant.find(grantId) : undefined;
  const grant = found ?? new provider.Grant({ accountId: person.sub, clientId: CLIENT_ID });
  grant.addOIDCScope(String(params['scope']));
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** A browser's visit to the directory: follows redirects with its cookies until it is sent back. Returns the answer's query. */
export async function visitDirectory(
  address: string,
  back: string,
  cookies = new Map<string, string>(),
): Promise<string> {
  for (let next = new URL(address), hops = 0; hops < 12; hops += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location)
      throw new Error(`the directory answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
    next = new URL(location, next);
    if (next.href.startsWith(back)) return next.search.slice(1);
  }
  throw new Error('too many redirects');
}
