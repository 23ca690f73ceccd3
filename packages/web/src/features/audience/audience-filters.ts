import type { AddressFilters } from './audience-address.ts';
import { addressFilters } from './audience-address.ts';
import { GENDERS } from './texts.ts';

interface Choice {
  id: number;
  name: string;
}
export interface StateChoice extends Choice {
  substates: readonly Choice[];
}
export interface PlaceIds {
  districtId: string;
  sectionId: string;
  subsectionId: string;
}

/** What ids stand for; undefined while the lists are on their way. */
export interface AudienceChoices {
  states: readonly StateChoice[] | undefined;
  operators: readonly Choice[] | undefined;
  placeName: (place: PlaceIds) => string | undefined;
}

type FilterName = keyof AddressFilters;
export const NO_FILTERS = Object.fromEntries(Object.keys(addressFilters.shape).map((name) => [name, undefined])) as {
  [K in FilterName]?: undefined;
};

export interface AudienceTag {
  key: string;
  /** The filters it stands for: a span or a place is taken back as a whole. */
  names: FilterName[];
  label: string;
}

const nameOf = (choices: readonly Choice[] | undefined, id: number) =>
  choices?.find((choice) => choice.id === id)?.name ?? `n.º ${id}`;

/** The ids of the chosen states, whichever way the address has them. */
export const stateIdsOf = ({ stateId, states }: Pick<AddressFilters, 'stateId' | 'states'>): number[] =>
  states ? states.split(',').map(Number) : stateId ? [stateId] : [];

export const placeOf = (filters: AddressFilters): PlaceIds => ({
  districtId: filters.districtId ?? '',
  sectionId: filters.sectionId ?? '',
  subsectionId: filters.subsectionId ?? '',
});

function spanText(from: number | undefined, to: number | undefined, words: { both: string; from: string; to: string }) {
  if (from !== undefined && to !== undefined) return words.both;
  return from !== undefined ? words.from : words.to;
}

/** How the active filters read on their tags, in the form's order. */
export function filterTags(filters: AddressFilters, choices: AudienceChoices): AudienceTag[] {
  const { substateId, operatorId, number, callsMin, callsMax, gender, birthYearFrom, birthYearTo } = filters;
  const stateIds = stateIdsOf(filters);
  const place = placeOf(filters);
  const tags: (false | AudienceTag)[] = [
    stateIds.length > 0 && {
      key: 'states',
      names: ['stateId', 'states'],
      label: `${stateIds.length === 1 ? 'Estado' : 'Estados'}: ${stateIds.map((id) => nameOf(choices.states, id)).join(', ')}`,
    },
    substateId !== undefined && {
      key: 'substate',
      names: ['substateId'],
      label: `Subestado: ${nameOf(
        choices.states?.flatMap((state) => state.substates),
        substateId,
      )}`,
    },
    operatorId !== undefined && {
      key: 'operator',
      names: ['operatorId'],
      label: `Operador: ${nameOf(choices.operators, operatorId)}`,
    },
    number !== undefined && { key: 'number', names: ['number'], label: `Número: ${number}` },
    (callsMin !== undefined || callsMax !== undefined) && {
      key: 'calls',
      names: ['callsMin', 'callsMax'],
      label: `Llamados: ${spanText(callsMin, callsMax, {
        both: `${callsMin} a ${callsMax}`,
        from: `${callsMin} o más`,
        to: `hasta ${callsMax}`,
      })}`,
    },
    gender !== undefined && { key: 'gender', names: ['gender'], label: `Género: ${GENDERS[gender].toLowerCase()}` },
    (birthYearFrom !== undefined || birthYearTo !== undefined) && {
      key: 'birth',
      names: ['birthYearFrom', 'birthYearTo'],
      label: spanText(birthYearFrom, birthYearTo, {
        both: `Nacidos entre ${birthYearFrom} y ${birthYearTo}`,
        from: `Nacidos desde ${birthYearFrom}`,
        to: `Nacidos hasta ${birthYearTo}`,
      }),
    },
    place.districtId !== '' && {
      key: 'place',
      names: ['districtId', 'sectionId', 'subsectionId'],
      label: choices.placeName(place) ?? 'Ubicación: …',
    },
  ];
  return tags.filter((tag) => tag !== false);
}
