import type { IncomingMessage } from 'node:http';

/**
 * Whether a page of this origin may open a socket (SEC-33). Browsers always send Origin; a client without one is no browser
 * page, so nobody's session can be borrowed through it, and it still needs a token.
 */
export function isOriginAllowed(request: Pick<IncomingMessage, 'headers'>, allowed: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}
