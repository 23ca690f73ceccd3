import { randomInt } from 'node:crypto';
import type { SampleBody, SampleView } from '@campanero/contract/audience/sample';
import { SAMPLE_TIMEOUT_MS } from '@campanero/contract/limits';
import { countUnassigned, selectReserveBySection } from '../../call-store/read/index.ts';
import { type Draw, drawSample, releaseReserve } from '../../call-store/write/index.ts';
import { type Db, fullName, run, selectFirst, type Trx } from '../../db/index.ts';
import { AppError, assertCurrent, found, type SignedCtx, transact, type Work } from '../../work/index.ts';
import type { AuditValues } from '../../work/audit.ts';
import { type Audience, findAudience } from './audience.queries.ts';
import { lockAudience, publishSplit, splitAudit } from './segment-audience.ts';

// Rule surveys/random-sample. Under the lock of a split: no load, segmentation or other draw is under way.

interface StoredSample extends Draw {
  drawnBy: string;
  drawnAt: Date;
  version: number;
}

const findSample = (db: Db | Trx, campaignId: number) =>
  selectFirst<StoredSample>(db)`
    select sample.seed, sample.by_section, sample.drawn_at, sample.version, ${fullName('app_user')} as drawn_by
    from sample join app_user on app_user.id = sample.drawn_by where campaign_id = ${campaignId}`;

export async function viewSample({ db, actor, clock }: SignedCtx, id: number): Promise<SampleView> {
  return describe(db, found(await findAudience(db, actor, id, clock())));
}

async function describe(db: Db | Trx, audience: Audience): Promise<SampleView> {
  const [free, stored] = [await countUnassigned(db, audience.id, 'free'), await findSample(db, audience.id)];
  if (!stored) return { free, sample: null };
  const sections = await selectReserveBySection(db, audience);
  const sum = (part: 'inUse' | 'inReserve') => sections.reduce((all, each) => all + each[part], 0);
  const { drawnAt, ...sample } = stored;
  return {
    free,
    sample: { ...sample, drawnAt: drawnAt.toISOString(), inUse: sum('inUse'), inReserve: sum('inReserve'), sections },
  };
}

const SEED_END = 1_000_000_000;

export const drawCampaignSample = (ctx: SignedCtx, id: number, { amount, bySection, seed }: SampleBody) =>
  change(ctx, id, 'Sortear muestra', async ({ trx, actor, now, calls }) => {
    if (await findSample(trx, id)) throw new AppError('SAMPLE_DRAWN');
    const draw: Draw = { seed: seed ?? randomInt(1, SEED_END), bySection };
    const among = await drawSample(trx, calls, draw, amount, now);
    if (amount > among) throw new AppError('AMOUNT_OVER_TOTAL');
    await run(trx)`
      insert into sample (campaign_id, seed, by_section, drawn_by, drawn_at)
      values (${id}, ${draw.seed}, ${bySection}, ${actor.id}, ${now})`;
    return {
      Semilla: draw.seed,
      'Sorteado entre': among,
      Cantidad: amount,
      Reparto: bySection ? 'Según la sección' : undefined,
    };
  });

export const releaseSample = (
  ctx: SignedCtx,
  id: number,
  { amount, version }: { amount?: number | null; version: number },
) =>
  change(ctx, id, 'Liberar reserva', async ({ trx, calls }) => {
    const stored = found(await findSample(trx, id));
    assertCurrent(stored, version);
    const among = await releaseReserve(trx, calls, stored, amount ?? undefined);
    if (amount && amount > among) throw new AppError('AMOUNT_OVER_TOTAL');
    await run(trx)`update sample set version = version + 1 where campaign_id = ${id}`;
    return { Cantidad: amount ?? among };
  });

export const removeSample = (ctx: SignedCtx, id: number) =>
  change(ctx, id, 'Quitar muestra', async ({ trx, calls }) => {
    const stored = found(await findSample(trx, id));
    const released = await releaseReserve(trx, calls, stored);
    await run(trx)`delete from sample where campaign_id = ${id}`;
    return { Semilla: stored.seed, Cantidad: released };
  });

type Locked = Awaited<ReturnType<typeof lockAudience>>;
type Change = (work: Work & Pick<Locked, 'calls'>) => Promise<AuditValues>;

const change = (ctx: SignedCtx, id: number, action: string, apply: Change): Promise<SampleView> =>
  transact(ctx, { statementTimeoutMs: SAMPLE_TIMEOUT_MS }, async (work) => {
    const { audience, calls } = await lockAudience(work, id);
    const after = await apply({ ...work, calls });
    work.publishActivity(audience);
    await publishSplit(work, id, audience.status);
    await work.audit(splitAudit(audience), { after: { Acción: action, ...after } });
    return describe(work.trx, audience);
  });
