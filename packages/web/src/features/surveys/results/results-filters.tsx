import { PLAIN_FILTERS } from '@campanero/contract/audience/filters';
import type { PlaceChoice } from '@campanero/contract/lookups/schemas';
import {
  FILTER_KINDS,
  type QuestionResult,
  type ResultsFilters,
  resultsFilters,
  resultsQuery,
  UNKNOWN_OPTION,
} from '@campanero/contract/surveys/results-schemas';
import { UNKNOWN_WORDS } from '@campanero/contract/surveys/definition';
import { CHANNELS } from '@campanero/contract/surveys/schemas';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { ChoiceField, OptionsField, unlisted } from '../../../components/fields/choice-field.tsx';
import { Stacked } from '../../../components/layout.tsx';
import {
  filledIn,
  type FilterChoice,
  type FilterField,
  type FilterForm,
  type FilterValues,
  toggleFilter,
} from '../../../components/list/filters.ts';

export const resultsAddress = resultsFilters.extend({ tab: z.enum(['results']).optional() });

/** What the dialog has; the dates have fields of their own above. */
const NAMES = (Object.keys(resultsFilters.shape) as (keyof ResultsFilters)[]).filter((name) => !name.endsWith('date'));

export const resultsForm: FilterForm<ResultsFilters> = {
  names: NAMES,
  valuesOf: (given) => Object.fromEntries(NAMES.map((name) => [name, String(given[name] ?? '')])),
  schema: z.preprocess(filledIn, resultsQuery),
};

export interface ResultsChoices {
  operators: readonly FilterChoice[] | undefined;
  placeName: (place: PlaceChoice) => string | undefined;
  renderPlace: (place: PlaceChoice, onChange: (place: PlaceChoice) => void) => ReactNode;
}

const optionsOf = ({ options, kind }: QuestionResult): FilterChoice[] => [
  ...options.map(({ id, text }) => ({
    id: String(id),
    name: kind === 'scale' && text ? `${id} (${text})` : text || String(id),
  })),
  { id: UNKNOWN_OPTION, name: UNKNOWN_WORDS },
];

const { birthYearFrom, birthYearTo, gender } = PLAIN_FILTERS;

export function resultsFields(
  questions: readonly QuestionResult[],
  { operators, placeName, renderPlace }: ResultsChoices,
): FilterField<ResultsFilters>[] {
  const asked = questions.filter(({ kind }) => FILTER_KINDS.includes(kind));
  return [
    toggleFilter('channel', 'Canal', CHANNELS),
    { name: 'operatorId', label: 'Operador', kind: 'choice', options: operators, width: 'full' },
    toggleFilter('gender', gender.label, gender.field?.options ?? {}),
    {
      name: 'birthYearFrom',
      label: 'Nacidos desde',
      kind: 'digits',
      placeholder: 'Año',
      covers: ['birthYearFrom', 'birthYearTo'],
      tag: (filters) => bornTag(filters),
    },
    { name: 'birthYearTo', label: birthYearTo.field?.label ?? '', kind: 'digits', placeholder: 'Año', tag: null },
    {
      name: 'districtId',
      label: 'Ubicación',
      kind: 'custom',
      width: 'full',
      covers: ['districtId', 'sectionId', 'subsectionId'],
      tag: ({ districtId, sectionId = '', subsectionId = '' }) =>
        districtId && (placeName({ districtId, sectionId, subsectionId }) ?? 'Ubicación: …'),
      render: ({ districtId = '', sectionId = '', subsectionId = '' }, onChange) =>
        renderPlace({ districtId, sectionId, subsectionId }, (place) => onChange({ ...place })),
    },
    {
      name: 'questionId',
      label: 'Respondieron a',
      kind: 'custom',
      width: 'full',
      covers: ['questionId', 'options'],
      tag: (filters) => answerTag(asked, filters),
      render: (values, onChange) => <AnswerFields asked={asked} values={values} onChange={onChange} />,
    },
  ];
}

function bornTag({ birthYearFrom: from, birthYearTo: to }: ResultsFilters): string | undefined {
  const tag = birthYearFrom.span?.tag;
  if (from === undefined) return to === undefined ? undefined : tag?.to(0, to);
  return to === undefined ? tag?.from(from, 0) : tag?.both(from, to);
}

function answerTag(asked: readonly QuestionResult[], { questionId, options = '' }: ResultsFilters): string | undefined {
  if (questionId === undefined) return undefined;
  const question = asked.find(({ id }) => id === questionId);
  if (!question) return `Pregunta n.º ${questionId}`;
  const names = options
    .split(',')
    .map((id) => optionsOf(question).find((option) => option.id === id)?.name ?? `n.º ${id}`);
  return `${question.text}: ${names.join(' o ')}`;
}

interface AnswerFieldsProps {
  asked: readonly QuestionResult[];
  values: FilterValues;
  onChange: (values: FilterValues) => void;
}

/** A question, and which of its answers. */
function AnswerFields({ asked, values: { questionId = '', options = '' }, onChange }: AnswerFieldsProps) {
  const question = asked.find(({ id }) => String(id) === questionId);
  const offered = question && optionsOf(question);
  return (
    <Stacked>
      <ChoiceField
        label="Respuesta a otra pregunta"
        size="small"
        clearable
        placeholder="Cualquiera"
        options={asked.map(({ id, text }) => ({ id: String(id), name: text }))}
        value={questionId || null}
        onChange={(id) => onChange({ questionId: id ?? '', options: '' })}
      />
      {questionId !== '' && (
        <OptionsField
          label="Respondieron"
          multiple
          size="small"
          options={offered}
          disableCloseOnSelect
          autoHighlight
          error={options === '' ? 'Elija una o más de las respuestas de la pregunta.' : undefined}
          value={(options ? options.split(',') : []).map(
            (id) => offered?.find((option) => option.id === id) ?? unlisted(id, offered),
          )}
          onChange={(_event, now) => onChange({ options: now.map(({ id }) => id).join(',') })}
        />
      )}
    </Stacked>
  );
}
