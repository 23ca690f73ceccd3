import { expect, test } from 'vitest';
import {
  factorOwner,
  createRecoveryCodes,
  hashRecoveryCode,
  hotp,
  isAppCode,
  matchStep,
  otpauthUri,
  stepAt,
  toBase32,
} from './second-factor-crypto.ts';
import { openSecret, sealSecret } from '../../work/sealed-secrets.ts';

/** The secret of the test vectors in both RFCs. */
const SECRET = Buffer.from('12345678901234567890');
const keys = (jwtSecret: string, jwtSecretPrevious?: string) => ({ jwtSecret, jwtSecretPrevious });

test('HOTP computes the vectors of RFC 4226, appendix D', () => {
  expect(Array.from({ length: 10 }, (_, counter) => hotp(SECRET, counter))).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]);
});

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('TOTP computes the vector of RFC 6238, appendix B, at %i s', (seconds, code) => {
  expect(hotp(SECRET, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
});

test('accepts a code in its own step and one step before and after', () => {
  const now = new Date('2026-03-10T13:00:10Z');
  const codeAt = (drift: number) => hotp(SECRET, stepAt(now) + drift);
  expect([-2, -1, 0, 1, 2].map((drift) => matchStep(SECRET, codeAt(drift), now))).toEqual([
    null,
    stepAt(now) - 1,
    stepAt(now),
    stepAt(now) + 1,
    null,
  ]);
  expect(matchStep(SECRET, '12345', now)).toBeNull();
});

test('encodes the secret as base32 in an otpauth URI', () => {
  expect(toBase32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(otpauthUri('ana+1@demo.gob.ar', 'ABC')).toBe(
    'otpauth://totp/Campanero:ana%2B1%40demo.gob.ar?secret=ABC&issuer=Campanero',
  );
});

test('a secret decrypts only with its user and the current or previous key', () => {
  const sealed = sealSecret(keys('first key of the house'), factorOwner(7), SECRET);
  expect(sealed.includes(SECRET)).toBe(false);
  expect(openSecret(keys('first key of the house'), factorOwner(7), sealed)).toEqual({
    secret: SECRET,
    isUnderPreviousKey: false,
  });
  expect(openSecret(keys('second key', 'first key of the house'), factorOwner(7), sealed)?.isUnderPreviousKey).toBe(
    true,
  );
  expect(openSecret(keys('second key'), factorOwner(7), sealed)).toBeNull();
  expect(openSecret(keys('first key of the house'), factorOwner(8), sealed)).toBeNull();
  sealed[sealed.length - 1]! ^= 1;
  expect(openSecret(keys('first key of the house'), factorOwner(7), sealed)).toBeNull();
  expect(openSecret(keys('first key of the house'), factorOwner(7), Buffer.alloc(3))).toBeNull();
});

test('creates ten different recovery codes and accepts them in any spelling', () => {
  const codes = createRecoveryCodes();
  // 128 bits in base32.
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{2}$/);
  const [code = ''] = codes;
  expect(hashRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toEqual(hashRecoveryCode(code));
  expect(hashRecoveryCode('0OI1-B8AA-AAAA-AAAA')).toEqual(hashRecoveryCode('OOII-BBAA-AAAA-AAAA'));
  expect([isAppCode('123 456'), isAppCode('123-456'), isAppCode(code)]).toEqual([true, true, false]);
});
