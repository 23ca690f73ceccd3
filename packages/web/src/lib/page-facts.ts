import { PASSWORD_MIN } from '@campanero/contract/limits';

/** What the server writes into the page it sends; none of it while developing, where the places stay unfilled. */
function factOf(name: string): string | undefined {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  return content && !content.startsWith('__') ? content : undefined;
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
