import type { Plugin } from 'vite';
import { GRAPHITE, MOBILE_BREAKPOINT, ROLES, SIZES } from '../src/theme/tokens.ts';

const frame = (mode: 'light' | 'dark') => `body{margin:0;background:${ROLES[mode].canvas}}
@media (min-width:${MOBILE_BREAKPOINT}px){#root:empty{min-height:100vh;border-inline-start:${SIZES.navbar}px solid ${GRAPHITE[mode].canvas}}}`;

/** Navbar and ground in their colours until the script has drawn the page; the server writes the nonce (http/web-app.ts). */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: () => [
    {
      tag: 'style',
      attrs: { nonce: '__CSP_NONCE__' },
      children: `${frame('light')}@media (prefers-color-scheme:dark){${frame('dark')}}`,
      injectTo: 'head',
    },
  ],
});
