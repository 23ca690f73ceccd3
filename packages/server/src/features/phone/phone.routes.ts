import { callEndOf, CALL_ENDS, type CallEnd } from '@campanero/contract/phone/causes';
import type { DialBody, PhoneEventBody } from '@campanero/contract/phone/schemas';
import { normalisePhone } from '@campanero/contract/shared/phone';
import {
  findPhonedCall,
  findPhonedNumber,
  type PhoneCallRecord,
  selectPhoneCalls,
  selectPhoneTimes,
} from '../../call-store/read/index.ts';
import { readSpan, type Span } from '@campanero/contract/shared/span';
import { routesOf } from '../../http/mount.ts';
import {
  AppError,
  assertCurrent,
  auditAbout,
  fieldError,
  found,
  onReplica,
  refuseDuplicate,
  type SignedCtx,
  transact,
  type Work,
} from '../../work/index.ts';
import { type AuditValues, userAudit } from '../../work/audit.ts';
import { getCallingCampaign, hasCall } from '../calls/calling-campaign.queries.ts';
import { getVisibleCampaign } from '../campaigns/view/campaign-detail.queries.ts';
import { checkEntries } from '../configuration/catalogue.queries.ts';
import {
  findPhoneOperator,
  insertPhoneEvent,
  lockDial,
  selectAreaCode,
  selectDial,
  updateDial,
  updateExtension,
} from './phone.queries.ts';

export const phoneRoutes = routesOf('phone', {
  dial: (_input, { db, actor }) => selectDial(db, actor.id),
  setDial: ({ body }, ctx) => saveDial(ctx, body),
  setExtension: ({ body }, ctx) => saveExtension(ctx, body.extension),
  event: ({ body }, ctx) => takeEvent(ctx, body),
  calls: ({ params }, ctx) => viewPhoneCalls(ctx, params),
  times: ({ params, query }, ctx) => viewTimes(ctx, params.campaignId, readSpan(query)),
});

const saveDial = (ctx: SignedCtx, body: DialBody) =>
  transact(ctx, async ({ trx, actor, now, audit }) => {
    await lockDial(trx);
    const before = await selectDial(trx, actor.id);
    assertCurrent(before, body.version);
    const stateIds = Object.values(body.causeStates ?? {}).filter((id) => typeof id === 'number');
    await checkEntries(trx, 'state', stateIds, 'causeStates');
    await updateDial(trx, body, actor.id, now);
    const after = await selectDial(trx, actor.id);
    await audit(auditAbout('ETIQUETA', 'phone')(null, 'ACTUALIZAR'), {
      before: dialValues(before),
      after: dialValues(after),
    });
    return after;
  });

const yesNo = (isOn: boolean) => (isOn ? 'Sí' : 'No');
const dialValues = (dial: Awaited<ReturnType<typeof selectDial>>): AuditValues => ({
  'Cómo se marca': dial.template,
  'Con 0': yesNo(dial.zero),
  'Con 15': yesNo(dial.fifteen),
  'Con +549': yesNo(dial.nine),
  'Todos como celulares': yesNo(dial.allMobile),
  'Sin código de área en la propia': yesNo(dial.shortLocal),
  'Estados que se proponen': (Object.keys(CALL_ENDS) as CallEnd[])
    .flatMap((end) => (dial.causeStates[end] === undefined ? [] : [`${CALL_ENDS[end]}: ${dial.causeStates[end]}`]))
    .join('; '),
});

const saveExtension = (ctx: SignedCtx, extension: string) =>
  transact(ctx, async ({ trx, actor, audit }) => {
    const before = await updateExtension(trx, actor.id, extension || null).catch(
      refuseDuplicate('app_user_phone_extension', () => {
        const message = 'Otra persona ya usa ese interno.';
        return fieldError('EXTENSION_TAKEN', 'extension', message);
      }),
    );
    await audit(userAudit(actor.id, 'ACTUALIZAR'), {
      before: { Interno: before ?? '' },
      after: { Interno: extension },
    });
    return { extension };
  });

const MINUTE_MS = 60_000;
/** An exchange's clock may be ahead of ours, and it may have been cut off for days. */
const EARLY_MS = 10 * MINUTE_MS;
const LATE_MS = 7 * 24 * 60 * MINUTE_MS;

/** Adds to the set of events, from which all facts follow; the same event again changes nothing (docs/decisions/030-phone.md). */
const takeEvent = (ctx: SignedCtx, body: PhoneEventBody) =>
  transact(ctx, { remember: false }, async (work) => {
    const { trx, actor, now, afterCommit, publishActivity } = work;
    const at = new Date(body.at);
    if (at.getTime() - now.getTime() > EARLY_MS) throw fieldError('VALIDATION', 'at', 'Es una hora futura.');
    if (now.getTime() - at.getTime() > LATE_MS) throw fieldError('VALIDATION', 'at', 'Pasaron más de siete días.');
    const operator = await findPhoneOperator(trx, body.operator.trim());
    if (!operator) throw new AppError('UNKNOWN_OPERATOR');
    const call = await findCall(work, body, { teller: actor, operator, at, now });
    if (!call) return { callId: null };
    if (await insertPhoneEvent(trx, call, operator.id, { ...body, at, now })) {
      afterCommit({ to: [operator.id], event: 'phone', payload: { callId: call.id } });
      publishActivity({ id: call.campaignId, external: call.external }, operator.id);
    }
    return { callId: call.id };
  });

type Phoned = Parameters<typeof findPhonedCall>[1];

async function findCall({ trx }: Pick<Work, 'trx'>, { callId, number }: PhoneEventBody, phoned: Phoned) {
  if (typeof callId === 'number') return found(await findPhonedCall(trx, phoned, callId));
  const phone = normalisePhone(number ?? '', (await selectAreaCode(trx)) ?? undefined);
  return phone ? findPhonedNumber(trx, phoned, Number(phone.number)) : undefined;
}

/** Ringing for longer, without a word of its end, is over. */
const RINGING_MS = 3 * MINUTE_MS;
const TALKING_MS = 4 * 60 * MINUTE_MS;

const presentCall = (call: PhoneCallRecord, now: Date) => ({
  ...call,
  user: { id: call.userId, name: call.userName },
  isOpen:
    call.endedAt === null && now.getTime() - call.startedAt.getTime() < (call.isAnswered ? TALKING_MS : RINGING_MS),
  end: callEndOf(call) ?? null,
});

async function viewPhoneCalls({ db, actor, clock }: SignedCtx, { id, callId }: { id: number; callId: number }) {
  if (!hasCall(await getCallingCampaign(db, actor, id), callId)) throw new AppError('NOT_FOUND');
  const now = clock();
  return (await selectPhoneCalls(db, callId)).map((call) => presentCall(call, now));
}

async function viewTimes(ctx: SignedCtx, campaignId: number, span: Span) {
  const { id } = await getVisibleCampaign(ctx, campaignId);
  const rows = await onReplica(ctx, ({ db }) => selectPhoneTimes(db, id, span));
  return rows.map(({ operatorId, operatorName, stateId, stateName, stateColor, ...figures }) => ({
    ...figures,
    operator: { id: operatorId, name: operatorName },
    state: stateId === null ? null : { id: stateId, name: stateName ?? '', color: stateColor ?? '' },
  }));
}
