import { loginBody, type LoginBody } from '@campanero/contract/auth/schemas';

const BASIC = /^Basic ([A-Za-z0-9+/]+={0,2})$/i;

function decodeBasic(header: string | undefined): unknown {
  const encoded = header && BASIC.exec(header)?.[1];
  if (!encoded) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon < 0 ? undefined : { email: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** The credentials of the legacy sign-in: a Basic header, else the body; never the address (D6). Undefined when unusable. */
export function readCredentials(request: { authorization: string | undefined; body: unknown }): LoginBody | undefined {
  const parsed = loginBody.safeParse(decodeBasic(request.authorization) ?? request.body);
  return parsed.success ? parsed.data : undefined;
}
