import { DAY_PARTS, type DayPart } from '@campanero/contract/calls/retry';

const list = new Intl.ListFormat('es', { type: 'conjunction' });

/** Why a call that nobody answered comes at this hour; undefined when that is not why. */
export const retryInWords = (after: readonly DayPart[]): string | undefined =>
  after.length === 0
    ? undefined
    : `Reintento: antes se llamó ${list.format(DAY_PARTS.filter(({ name }) => after.includes(name)).map(({ when }) => when))}`;
