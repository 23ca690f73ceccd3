import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  clockTolerance,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type FetchBody,
  type IDToken,
  None,
  refreshTokenGrant,
  ResponseBodyError,
  type ServerMetadata,
} from 'openid-client';
import { DIRECTORY_RETURN } from '@campanero/contract/auth/directory';
import type { ErrorCode } from '@campanero/contract/errors';
import type { Config } from '../../../config.ts';
import { InvalidRemoteAnswer, readCapped, REMOTE_LIMITS } from '../../../integrations/remote/get-json.ts';
import { AppError, type Ctx } from '../../../work/index.ts';
import { type Arrival, opaqueName } from './claims.ts';

/** Forgiven between the issuer's clock and ours. */
export const CLOCK_TOLERANCE_SECONDS = 60;
/** The issuer's addresses are read again after it; its keys at each sign-in, so that new ones count at once. */
const METADATA_MS = 10 * 60_000;

type Known = { metadata: Promise<ServerMetadata>; until: number };
const known = new Map<string, Known>();

export type DirectoryConfig = Config & { oidcIssuer: string; oidcClientId: string };

/** NOT_FOUND in installations without one. */
export function directoryConfigOf(config: Config): DirectoryConfig {
  if (!config.oidcIssuer || !config.oidcClientId) throw new AppError('NOT_FOUND');
  return config as DirectoryConfig;
}

type Caller = Pick<Ctx, 'config'>;

/** What the issuer publishes about itself; asked once by all who ask at the same time. */
export function readMetadata({ config }: Caller): Promise<ServerMetadata> {
  const { oidcIssuer } = directoryConfigOf(config);
  const found = known.get(oidcIssuer);
  if (found && found.until > Date.now()) return found.metadata;
  const metadata = discover(config);
  // A failure is forgotten by `explained`.
  known.set(oidcIssuer, { metadata, until: Date.now() + METADATA_MS });
  return metadata;
}

async function discover(config: Config): Promise<ServerMetadata> {
  const { oidcIssuer, oidcClientId } = directoryConfigOf(config);
  const configuration = await discovery(new URL(oidcIssuer), oidcClientId, clientOf({ config }), None(), {
    execute: isPlain(oidcIssuer) ? [allowInsecureRequests] : [],
    timeout: REMOTE_LIMITS.timeoutMs / 1000,
    [customFetch]: fetchBounded,
  });
  return configuration.serverMetadata();
}

/** Inside a city's own network, and in tests. */
const isPlain = (issuer: string) => issuer.startsWith('http:');

const clientOf = ({ config }: Caller) => ({
  client_secret: config.oidcClientSecret,
  [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
});

/** Rule security/outbound: no redirects, bounded in time and size. */
export async function fetchBounded(
  url: string,
  { body, ...options }: { body: FetchBody; method: string; headers: Record<string, string>; signal?: AbortSignal },
) {
  const response = await fetch(url, { ...options, body: body as never, redirect: 'manual' });
  const text = await readCapped(response, REMOTE_LIMITS.maxBytes);
  const hasBody = ![101, 204, 205, 304].includes(response.status);
  return new Response(hasBody ? text : null, response);
}

async function configure(caller: Caller): Promise<Configuration> {
  const metadata = await readMetadata(caller);
  const { oidcClientId, oidcClientSecret, oidcIssuer } = directoryConfigOf(caller.config);
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const proof = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
  const configuration = new Configuration(
    metadata,
    oidcClientId,
    clientOf(caller),
    oidcClientSecret ? proof(oidcClientSecret) : None(),
  );
  configuration.timeout = REMOTE_LIMITS.timeoutMs / 1000;
  configuration[customFetch] = fetchBounded;
  if (isPlain(oidcIssuer)) allowInsecureRequests(configuration);
  // The signature counts, not only the connection over which the token came.
  enableNonRepudiationChecks(configuration);
  return configuration;
}

export interface Visit {
  state: string;
  nonce: string;
  verifier: string;
}

const returnAddress = ({ publicUrl }: Config) => `${publicUrl}${DIRECTORY_RETURN}`;

/** `isAgain`: the issuer asks for the proof even of somebody who is signed in there. */
export const signInAddressOf = (caller: Caller, { state, nonce, verifier }: Visit, { isAgain }: { isAgain: boolean }) =>
  explained(async () => {
    const configuration = await configure(caller);
    const supported = configuration.serverMetadata().scopes_supported ?? [];
    const more = ['offline_access', 'groups'].filter((scope) => supported.includes(scope));
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: returnAddress(caller.config),
      scope: ['openid', 'email', 'profile', ...more].join(' '),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(isAgain && { prompt: 'login', max_age: '0' }),
    });
    return address.href;
  });

/** As long as OpenID Connect lets it be. */
const SUBJECT = opaqueName(255);
const SESSION = opaqueName(300);

/** Exchanges the code of an answer, once, and checks everything that came with it. */
export const receiveAnswer = (
  caller: Caller,
  answer: string,
  { state, nonce, verifier }: Visit,
  { isAgain }: { isAgain: boolean },
) =>
  explained(async (): Promise<Arrival> => {
    const configuration = await configure(caller);
    const address = new URL(returnAddress(caller.config));
    address.search = answer;
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      ...(isAgain && { maxAge: 0 }),
    });
    const token = tokens.claims() as IDToken;
    if (!SUBJECT.safeParse(token.sub).success) throw new InvalidRemoteAnswer('no usable subject');
    const { userinfo_endpoint: hasUserinfo } = configuration.serverMetadata();
    const userinfo = hasUserinfo ? await fetchUserInfo(configuration, tokens.access_token, token.sub) : {};
    return {
      issuer: token.iss,
      subject: token.sub,
      issuerSession: SESSION.safeParse(token['sid']).data,
      refreshToken: tokens.refresh_token,
      token,
      userinfo,
      claims: { ...userinfo, ...token },
    };
  });

/** The next refresh token if the issuer still knows the person. `refused`: for a reason of this person that may pass (a new consent). */
export type Renewal = { next: string } | 'unknown' | 'refused';

/** Refusals that say nothing about the person: they are faults of the issuer or of our registration there. */
const OF_NOBODY = new Set(['invalid_client', 'unauthorized_client', 'temporarily_unavailable', 'server_error']);

export const renew = (caller: Caller, refreshToken: string, subject: string) =>
  explained(async (): Promise<Renewal> => {
    try {
      const tokens = await refreshTokenGrant(await configure(caller), refreshToken);
      if ((tokens.claims()?.sub ?? subject) !== subject) return 'unknown';
      return { next: tokens.refresh_token ?? refreshToken };
    } catch (error) {
      if (!(error instanceof ResponseBodyError) || error.status >= 500 || error.status === 429) throw error;
      if (error.error === 'invalid_grant') return 'unknown';
      if (OF_NOBODY.has(error.error)) throw error;
      return 'refused';
    }
  });

/** Refusals become a sentence each; what the issuer wrote is logged nowhere: it may name a person. */
export async function explained<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = refusalOf(error);
    if (code !== 'DIRECTORY_CANCELLED') known.clear();
    throw new AppError(code, { cause: new Error(`directory: ${reasonOf(error)}`) });
  }
}

const CODES: Partial<Record<string, ErrorCode>> = {
  OAUTH_TIMEOUT: 'DIRECTORY_SLOW',
  OAUTH_ABORT: 'DIRECTORY_SLOW',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'DIRECTORY_CLOCK',
  OAUTH_KEY_SELECTION_FAILED: 'DIRECTORY_KEYS',
};

export function refusalOf(error: unknown): ErrorCode {
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied' ? 'DIRECTORY_CANCELLED' : 'DIRECTORY_REFUSED';
  if (error instanceof ResponseBodyError) {
    if (['invalid_client', 'unauthorized_client'].includes(error.error)) return 'DIRECTORY_CLIENT';
    return error.status >= 500 ? 'DIRECTORY_DOWN' : 'DIRECTORY_REFUSED';
  }
  if (error instanceof InvalidRemoteAnswer) return 'DIRECTORY_REFUSED';
  const { code, cause, name } = error as { code?: string; cause?: unknown; name?: string };
  if (name === 'TimeoutError') return 'DIRECTORY_SLOW';
  if (cause instanceof Response && cause.status >= 500) return 'DIRECTORY_DOWN';
  if (cause instanceof Response && cause.status === 401) return 'DIRECTORY_CLIENT';
  const known = code === undefined ? undefined : CODES[code];
  if (known) return known;
  // fetch: nothing answered.
  if (error instanceof TypeError && cause instanceof Error && !code) return 'DIRECTORY_DOWN';
  return 'DIRECTORY_REFUSED';
}

function reasonOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string; name?: string } };
  return [(error as Error).name, code, cause?.code ?? cause?.name].filter(Boolean).join(' ');
}
