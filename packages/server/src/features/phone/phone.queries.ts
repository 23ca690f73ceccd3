import { type CallEnd, plainCause } from '@campanero/contract/phone/causes';
import { type DialBody, PHONE_KINDS, type PhoneEventBody } from '@campanero/contract/phone/schemas';
import type { PhonedCall } from '../../call-store/read/index.ts';
import {
  type Db,
  fullName,
  hasWritten,
  primaryRole,
  type RowOf,
  selectFirst,
  selectRow,
  selectValue,
  sql,
  type Trx,
} from '../../db/index.ts';

type Setting = Omit<RowOf<'phoneSetting'>, 'onlyOne' | 'updatedBy' | 'causeStates'>;
interface StoredDial extends Setting {
  causeStates: Partial<Record<CallEnd, number>>;
  updatedBy: string | null;
  areaCode: string | null;
  extension: string | null;
  hasEvents: boolean;
}

export const selectDial = (db: Db | Trx, userId: number) =>
  selectRow<StoredDial>(db)`
    select template, zero, fifteen, nine, all_mobile, short_local, cause_states, version, phone_setting.updated_at,
      (select ${fullName()} from app_user where app_user.id = phone_setting.updated_by) as updated_by,
      (select area_code from city_profile) as area_code,
      (select phone_extension from app_user where app_user.id = ${userId}) as extension,
      exists (select from service_account where 'phone.events' = any(scopes)) as has_events
    from phone_setting`;

export const lockDial = (trx: Trx) => sql`select from phone_setting for update`.execute(trx);

/** Absent states stay. */
export const updateDial = (trx: Trx, { version, causeStates, ...dial }: DialBody, userId: number, now: Date) =>
  trx
    .updateTable('phoneSetting')
    .set({
      ...dial,
      ...(causeStates && { causeStates: sql<never>`jsonb_strip_nulls(${JSON.stringify(causeStates)}::jsonb)` }),
      version: version + 1,
      updatedBy: userId,
      updatedAt: now,
    })
    .execute();

/** Of a disabled user the extension may be taken. */
export async function updateExtension(trx: Trx, userId: number, extension: string | null): Promise<string | null> {
  const { before } = await selectRow<{ before: string | null }>(trx)`
    select phone_extension as before from app_user where id = ${userId} for no key update`;
  if (extension !== null)
    await sql`
      update app_user set phone_extension = null
      where lower(phone_extension) = lower(${extension}) and disabled and id <> ${userId}`.execute(trx);
  await sql`update app_user set phone_extension = ${extension} where id = ${userId}`.execute(trx);
  return before;
}

export interface PhoneOperator {
  id: number;
  primary: number | undefined;
}

/** By mail or extension. */
export const findPhoneOperator = (trx: Trx, named: string) =>
  selectFirst<PhoneOperator>(trx)`
    select id, ${primaryRole()} as primary from app_user
    where kind = 'person' and not disabled and (lower(email) = lower(${named}) or lower(phone_extension) = lower(${named}))
    order by lower(email) = lower(${named}) desc limit 1`;

type Event = Pick<PhoneEventBody, 'kind' | 'cause' | 'seconds'> & { at: Date; now: Date };

/** The city's: numbers of its own area are dialled without it. */
export const selectAreaCode = (trx: Trx) =>
  selectValue<string | null | undefined>(trx)`select area_code from city_profile`;

/** False if it was told before. */
export const insertPhoneEvent = (
  trx: Trx,
  call: PhonedCall,
  userId: number,
  { kind, at, cause, seconds, now }: Event,
) =>
  hasWritten(trx)`
    insert into phone_event (campaign_id, call_id, user_id, kind, at, cause, seconds, told_at)
    values (${call.campaignId}, ${call.id}, ${userId}, ${PHONE_KINDS.indexOf(kind) + 1}, ${at},
      ${plainCause(cause ?? '')}, ${seconds ?? -1}, ${now})
    on conflict do nothing`;
