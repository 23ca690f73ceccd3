import { PASSWORD_MIN } from '@campanero/contract/limits';

/** The placeholder of index.html. A nonce may begin with two underscores, too. */
const UNFILLED = /^__[A-Z_]+__$/;

/** Facts that the server writes into the page; the development server does not. */
function factOf(name: string): string | undefined {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  return content && !UNFILLED.test(content) ? content : undefined;
}

/** For style elements; without a nonce there is no policy. */
export const readNonce = () => factOf('csp-nonce');

/** In milliseconds since 1970. */
export function readServerTime(): number | undefined {
  const written = factOf('server-time');
  return written === undefined ? undefined : Number(written);
}

export const readPasswordMin = () => Number(factOf('password-min') ?? PASSWORD_MIN);

/** How people call the city's sign-in; undefined where there is none. */
export const readDirectoryName = () => factOf('directory-name');
export const isDirectoryOnly = () => factOf('directory-only') === 'true';
