import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { AppError, type Ctx } from '../../../work/index.ts';
import { openSecret, sealSecret } from '../../../work/sealed-secrets.ts';
import { findProved, flowKey, type FlowPurpose, insertFlow, keepProved, takeFlow } from './directory.queries.ts';
import type { Arrival } from './claims.ts';
import { signInAddressOf, directoryConfigOf, receiveAnswer } from './issuer.ts';

const MINUTE_MS = 60_000;
/** A visit to the issuer, with a forgotten password there and all. */
const VISIT_MS = 15 * MINUTE_MS;
/** For typing a code of the product's second factor afterwards. */
const CODE_MS = 5 * MINUTE_MS;

/** Begins a visit; the address leads to the issuer. `browser`: the secret in the cookie of the browser that will return. */
export async function beginFlow(
  ctx: Ctx,
  browser: string,
  purpose: FlowPurpose,
  sessionId: string | null = null,
): Promise<{ address: string }> {
  directoryConfigOf(ctx.config);
  const now = ctx.clock();
  // The page that receives the answer reads the purpose from it.
  const state = `${purpose}.${randomState()}`;
  const visit = { state, nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const address = await signInAddressOf(ctx, visit, { isAgain: purpose === 'confirm' });
  const { nonce, verifier } = visit;
  const expiresAt = new Date(now.getTime() + VISIT_MS);
  const keyHash = flowKey(browser, state);
  await insertFlow(ctx.db, { keyHash, purpose, nonce, verifier, sessionId, createdAt: now, expiresAt });
  return { address };
}

export interface Received {
  arrival: Arrival;
  keyHash: Buffer;
}

/** What the issuer said, read once; again only while a code is asked for. */
export async function readArrival(
  ctx: Ctx,
  browser: string,
  answer: string,
  purpose: FlowPurpose,
  sessionId: string | null = null,
): Promise<Received> {
  directoryConfigOf(ctx.config);
  const state = new URLSearchParams(answer).get('state') ?? '';
  const keyHash = flowKey(browser, state);
  const now = ctx.clock();
  const flow = await takeFlow(ctx.db, keyHash, purpose, now);
  if (flow) {
    if (flow.sessionId !== sessionId) throw new AppError('DIRECTORY_EXPIRED');
    const arrival = await receiveAnswer(ctx, answer, { ...flow, state }, { isAgain: purpose === 'confirm' });
    return { arrival, keyHash };
  }
  const proved = await findProved(ctx.db, keyHash, purpose, new Date(now.getTime() - CODE_MS));
  const opened = proved && openSecret(ctx.config, flowOwner(keyHash), proved);
  if (!opened) throw new AppError('DIRECTORY_EXPIRED');
  return { arrival: JSON.parse(opened.secret.toString('utf8')) as Arrival, keyHash };
}

const flowOwner = (keyHash: Buffer) => ({ purpose: 'directory', id: keyHash.toString('hex') }) as const;

export const keepArrival = ({ db, config, clock }: Ctx, keyHash: Buffer, arrival: Arrival) =>
  keepProved(db, keyHash, sealSecret(config, flowOwner(keyHash), Buffer.from(JSON.stringify(arrival))), clock());
