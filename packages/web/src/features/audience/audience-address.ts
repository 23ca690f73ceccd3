import { audienceFilterFields } from '@campanero/contract/audience/filters';
import { AUDIENCE_ORDER } from '@campanero/contract/audience/list-schemas';
import { pagingQuery } from '@campanero/contract/shared/paging';
import { z } from 'zod';

/** What stands above the table, in the order of spec 2. */
export const AUDIENCE_TABS = ['information', 'place', 'script', 'form', 'audience'] as const;
export type AudienceTab = (typeof AUDIENCE_TABS)[number];

/** The filters as the address holds them: text stays text there, whatever the server makes of it. */
export const addressFilters = audienceFilterFields.extend({
  /** Two or more; a single state is `stateId` (spec 5, Filters). */
  states: z
    .string()
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})+$/)
    .optional(),
  /** Operator view: `0` everybody's. Absent is that screen's default, mine only (decisions 2). */
  assigned: z.enum(['0', '1']).optional(),
  /** Operator view: `0` what is done, too. Absent is that screen's default, what is still to call. */
  toCall: z.enum(['0', '1']).optional(),
});
export type AddressFilters = z.output<typeof addressFilters>;

export const audienceAddress = pagingQuery(AUDIENCE_ORDER)
  .extend(addressFilters.shape)
  .extend({ tab: z.enum(AUDIENCE_TABS).optional() });
export type AudienceAddress = z.output<typeof audienceAddress>;

/** Whoever has no campaign.detail sees the operator's list (spec 2). */
export type AudienceView = 'full' | 'operator';

/** What the server is asked: an operator's screen has two filters, and none that it does not show may act. */
export function wireQuery(view: AudienceView, address: AudienceAddress) {
  const { tab: _tab, assigned, toCall, ...query } = address;
  if (view === 'full') return query;
  const { pageNumber, pageSize, orderbytitle, orderbytype, stateId } = query;
  const mine = assigned === '0' ? undefined : ('1' as const);
  // A state that was chosen is wanted whole.
  const open = toCall === '0' || stateId !== undefined ? undefined : ('1' as const);
  return { pageNumber, pageSize, orderbytitle, orderbytype, stateId, assigned: mine, toCall: open };
}
