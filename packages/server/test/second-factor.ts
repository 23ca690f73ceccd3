import { api } from '@campanero/contract';
import { hotp, stepAt } from '../src/features/auth/second-factor-crypto.ts';
import { PASSWORD } from './accounts.ts';
import { as } from './actors.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Parsed as an authenticator app does. */
function fromBase32(text: string): Buffer {
  const bits = text
    .split('')
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The current code, or the one that many steps off. */
const aPhone = (world: TestApp, secret: string) => ({
  secret,
  code: (drift = 0) => hotp(fromBase32(secret), stepAt(world.clock.now()) + drift),
});
export type Phone = ReturnType<typeof aPhone>;

export async function begin(world: TestApp, user: Pick<TestUser, 'token'>): Promise<Phone> {
  const { body } = await as(world, user).call(api.secondFactor.begin, { body: { password: PASSWORD } });
  return aPhone(world, body.secret);
}

/** Sets the second factor up and advances one step, because the confirming code is used. */
export async function enrol(
  world: TestApp,
  user: Pick<TestUser, 'token'>,
): Promise<{ phone: Phone; recoveryCodes: string[] }> {
  const phone = await begin(world, user);
  const { body } = await as(world, user).call(api.secondFactor.confirm, { body: { code: phone.code() } });
  world.clock.advance(30_000);
  return { phone, recoveryCodes: body.recoveryCodes };
}
