import { PASSWORD_MIN } from '@campanero/contract/limits';

/** As it stands in index.html. A nonce, too, may begin with two underscores: one in four thousand does. */
const UNFILLED = /^__[A-Z_]+__$/;

/** What the server writes into the page it sends; none of it while developing, where the places stay unfilled. */
function factOf(name: string): string | undefined {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  return content && !UNFILLED.test(content) ? content : undefined;
}

/** For style elements; without one no policy is sent. */
export const readNonce = () => factOf('csp-nonce');

/** The server's time as it sent the page, in milliseconds since 1970. */
export function readServerTime(): number | undefined {
  const written = factOf('server-time');
  return written === undefined ? undefined : Number(written);
}

/** How long a new password must be in this installation. */
export const readPasswordMin = () => Number(factOf('password-min') ?? PASSWORD_MIN);
