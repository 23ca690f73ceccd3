import type { AddressFilters } from './audience-address.ts';

/** The list's filters that say which free numbers to hand out: who has them, and whose they are, is no question there. */
export type SegmentFilters = Omit<AddressFilters, 'operatorId' | 'assigned' | 'toCall'>;

export function segmentFiltersOf(filters: AddressFilters): SegmentFilters {
  const { stateId, states, substateId, number, callsMin, callsMax, gender } = filters;
  const { birthYearFrom, birthYearTo, districtId, sectionId, subsectionId } = filters;
  return {
    stateId,
    states,
    substateId,
    number,
    callsMin,
    callsMax,
    gender,
    birthYearFrom,
    birthYearTo,
    districtId,
    sectionId,
    subsectionId,
  };
}
