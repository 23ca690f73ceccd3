import { afterEach, expect, test } from 'vitest';
import { readNonce } from './page-facts.ts';

const write = (nonce: string) => {
  document.head.insertAdjacentHTML('beforeend', `<meta name="csp-nonce" content="${nonce}">`);
};
afterEach(() => document.head.querySelectorAll('meta').forEach((meta) => meta.remove()));

test.each(['__4-AHoZ4IFdRL-md_q41iIs', '_a__B9', 'qz81__'])('the nonce %s is read as it is', (nonce) => {
  write(nonce);
  expect(readNonce()).toBe(nonce);
});

test('an unfilled placeholder is undefined', () => {
  write('__CSP_NONCE__');
  expect(readNonce()).toBeUndefined();
});
