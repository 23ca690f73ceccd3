import type { Span } from '@campanero/contract/shared/span';
import type { LinkChannel, LinkCounts } from '@campanero/contract/surveys/link-schemas';
import { CLOSED_STATUSES } from '@campanero/contract/campaigns/status';
import { createHash, randomBytes } from 'node:crypto';
import { type Db, insertRow, run, selectFirst, selectRow, selectValue, sql, type Trx } from '../../db/index.ts';

const TOKEN_BYTES = 16;
/** 128 bits. */
export const TOKEN_LETTERS = 22;
const TOKEN = new RegExp(`^[\\w-]{${TOKEN_LETTERS}}$`);

/** The address has it, the database only its digest: who reads the database cannot answer for others. */
export const newToken = () => randomBytes(TOKEN_BYTES).toString('base64url');
const digestOf = (token: string) => createHash('sha256').update(token).digest();

interface NewLink {
  token: string;
  callId: number;
  campaignId: number;
  channel: LinkChannel;
  sentBy: number;
  sentAt: Date;
  expiresAt: Date;
}
export const insertLink = (trx: Trx, { token, ...link }: NewLink) =>
  insertRow(trx, 'surveyLink', { ...link, digest: digestOf(token) });

export interface SurveyLink {
  id: number;
  callId: number;
  campaignId: number;
  surveyId: number;
  expiresAt: Date;
  channel: LinkChannel;
  sentBy: number;
  sentAt: Date;
}

/** Undefined, whatever the reason: never there, expired, of an erased person, of a campaign that has ended. */
export async function findLink(db: Db | Trx, token: string, now: Date): Promise<SurveyLink | undefined> {
  // Something that is no token costs the same: a guesser learns nothing.
  const digest = digestOf(TOKEN.test(token) ? token : '');
  return selectFirst<SurveyLink>(db)`
    select link.id, link.call_id, link.campaign_id, campaign.survey_id, link.channel, link.sent_by, link.sent_at,
      least(link.expires_at, campaign.end_date) as expires_at
    from survey_link link join campaign on campaign.id = link.campaign_id
    where link.digest = ${digest} and least(link.expires_at, campaign.end_date) > ${now} and campaign.survey_id is not null
      and campaign.status <> all(${[...CLOSED_STATUSES]}::text[])`;
}

export const markAnswered = (trx: Trx, id: number, now: Date) =>
  run(trx)`update survey_link set answered_at = ${now} where id = ${id} and answered_at is null`;

const countOf = (channel: LinkChannel) => sql`jsonb_build_object(
  'sent', count(distinct call_id) filter (where channel = ${channel}),
  'answered', count(distinct call_id) filter (where channel = ${channel} and answered_at is not null))`;
export const countLinks = (db: Db, campaignId: number, { from, to }: Span) =>
  selectRow<LinkCounts>(db)`
    select ${countOf('mail')} as mail, ${countOf('whatsapp')} as whatsapp from survey_link
    where campaign_id = ${campaignId} and sent_at >= ${from ?? '-infinity'} and sent_at < ${to ?? 'infinity'}`;

export const findCity = async (db: Db | Trx) =>
  (await selectValue<string | undefined>(db)`select city from city_profile`) ?? '';
