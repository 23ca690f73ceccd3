import {
  type Condition,
  CONDITIONS_MAX,
  optionsOf,
  type ShowIf,
  type SurveyItem,
  type SurveyQuestion,
} from '@campanero/contract/surveys/definition';
import { dayNumber } from '@campanero/contract/surveys/evaluate';
import { testsOf } from '@campanero/contract/surveys/mistakes';
import { Box, FormLabel, Paper } from '@mui/material';
import { memo, useId, useState } from 'react';
import { ActionButton } from '../../components/action-button.tsx';
import { ChoiceField, OptionsField } from '../../components/fields/choice-field.tsx';
import { ChoiceMenu } from '../../components/fields/choice-menu.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { IconAction } from '../../components/icon-action.tsx';
import { IconPlus, IconX } from '../../components/icons.ts';
import { Hint, Line, Stacked } from '../../components/layout.tsx';
import { NumberInput, NumberList } from './number-inputs.tsx';
import { dayOf, itemTitle, testName } from './survey-words.ts';

interface ConditionsFieldProps {
  showIf: ShowIf | null;
  /** The questions before the item. */
  earlier: readonly SurveyQuestion[];
  /** All items but this one. */
  others: readonly SurveyItem[];
  /** Stable, so that a letter in the question draws no condition anew: they have many selectors. */
  onChange: (showIf: ShowIf | null) => void;
}

const MATCHES = [
  { value: 'all', label: 'todas estas condiciones' },
  { value: 'any', label: 'alguna de estas condiciones' },
] as const;

const isSameList = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((each, place) => each === b[place]);
const isSame = (a: ConditionsFieldProps, b: ConditionsFieldProps) =>
  a.showIf === b.showIf &&
  a.onChange === b.onChange &&
  isSameList(a.earlier, b.earlier) &&
  isSameList(a.others, b.others);

/** "Mostrar si": conditions on earlier questions. */
export const ConditionsField = memo(function ConditionsField(props: ConditionsFieldProps) {
  const { showIf, earlier, others, onChange } = props;
  const id = useId();
  const conditions = showIf?.conditions ?? [];
  const match = showIf?.match ?? 'all';
  const put = (next: Condition[]) => onChange(next.length > 0 ? { match, conditions: next } : null);
  const last = earlier.at(-1);
  const reason = !last
    ? 'No hay ninguna pregunta antes que esta.'
    : conditions.length >= CONDITIONS_MAX
      ? `Se pueden poner hasta ${CONDITIONS_MAX} condiciones.`
      : undefined;
  return (
    <Stacked role="group" aria-labelledby={id} gap={2}>
      <Line sx={{ flexWrap: 'wrap' }}>
        <FormLabel id={id} component="div">
          Mostrar si
        </FormLabel>
        {conditions.length > 1 ? (
          <ChoiceMenu
            labelledBy={id}
            outlined
            value={match}
            options={MATCHES}
            onChange={(chosen) => onChange({ match: chosen, conditions })}
          />
        ) : (
          conditions.length === 0 && <Hint>Sin condiciones: se muestra siempre.</Hint>
        )}
      </Line>
      {conditions.map((condition, place) => (
        <ConditionRow
          // A condition has no identity besides its place.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          place={place}
          condition={condition}
          earlier={earlier}
          others={others}
          onChange={(next) => put(conditions.with(place, next))}
          onRemove={() => put(conditions.toSpliced(place, 1))}
        />
      ))}
      <div>
        <ActionButton
          size="small"
          icon={IconPlus}
          reason={reason}
          onClick={() => last && put([...conditions, conditionOn(last)])}
        >
          Agregar condición
        </ActionButton>
      </div>
    </Stacked>
  );
}, isSame);

const conditionOn = (question: SurveyQuestion): Condition => ({
  questionId: question.id,
  test: testsOf(question)[0] ?? 'answered',
  values: [],
});

interface ConditionRowProps extends Pick<ConditionsFieldProps, 'earlier' | 'others'> {
  place: number;
  condition: Condition;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

function ConditionRow({ place, condition, earlier, others, onChange, onRemove }: ConditionRowProps) {
  const question = earlier.find(({ id }) => id === condition.questionId);
  const known = others.find(({ id }) => id === condition.questionId);
  const tests = question ? testsOf(question) : [];
  return (
    <Paper variant="outlined" role="group" aria-label={`Condición ${place + 1}`} sx={{ p: 3 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          // The question in a row of its own: in a third of one it and the condition were cut.
          gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
          '& > *': { gridColumn: { xs: '1 / -1', md: 'auto' } },
          '& > :first-of-type': { gridColumn: '1 / -2' },
          '& > :last-child': { gridColumn: '-2 / -1', gridRow: 1, mt: 6 },
        }}
      >
        <ChoiceField
          label="Si la pregunta"
          options={earlier.map((each, at) => ({ id: each.id, name: `${at + 1}. ${itemTitle(each)}` }))}
          value={condition.questionId}
          valueName={known ? itemTitle(known) : 'Ya no está'}
          onChange={(chosen) => {
            const next = earlier.find(({ id }) => id === chosen);
            if (next && next.id !== condition.questionId) onChange(conditionOn(next));
          }}
        />
        <ChoiceField
          label="Condición"
          options={question ? tests.map((test) => ({ id: test, name: testName(test, question.kind) })) : []}
          value={condition.test}
          valueName={testName(condition.test, question?.kind ?? 'choice')}
          onChange={(chosen) =>
            chosen && onChange({ ...condition, test: chosen, values: keptValues(condition, chosen) })
          }
        />
        <div>{question && <ConditionValue question={question} condition={condition} onChange={onChange} />}</div>
        <IconAction label={`Quitar la condición ${place + 1}`} tooltip="Quitar" icon={IconX} onClick={onRemove} />
      </Box>
    </Paper>
  );
}

const daysIn = (day: string) => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? [dayNumber(day)] : []);

/** A date that is not finished stays as it was typed. */
function DayValue({ values, onChange }: { values: readonly number[]; onChange: (values: number[]) => void }) {
  const [typed, setTyped] = useState<string>();
  const [first] = values;
  const known = first === undefined ? '' : dayOf(first);
  const handleChange = (day: string) => {
    setTyped(day);
    onChange(daysIn(day));
  };
  return (
    <DateField
      label="Fecha"
      size="medium"
      value={typed !== undefined && daysIn(typed).join() === values.join() ? typed : known}
      onChange={handleChange}
    />
  );
}

const isAmong = (test: Condition['test']) => test === 'is' || test === 'not';
/** A limit is no option and the other way round. */
const keptValues = ({ test, values }: Condition, next: Condition['test']) =>
  isAmong(test) === isAmong(next) && next !== 'answered' && next !== 'unknown' ? values : [];

type ValueProps = { question: SurveyQuestion; condition: Condition; onChange: (condition: Condition) => void };

function ConditionValue({ question, condition, onChange }: ValueProps) {
  const { test, values } = condition;
  const put = (next: number[]) => onChange({ ...condition, values: next });
  if (test === 'answered' || test === 'unknown') return null;
  const [first] = values;
  if (question.kind === 'date') return <DayValue values={values} onChange={put} />;
  if (!isAmong(test))
    return <NumberInput label="Valor" value={first ?? null} onChange={(value) => put(value === null ? [] : [value])} />;
  if (question.kind === 'number') return <NumberList label="Valor" values={values} onChange={put} />;
  const options = optionsOf(question).map(({ id, text }) => ({
    id,
    name: question.kind === 'scale' ? [id, text].filter((part) => part !== '').join(' · ') : text || `Opción ${id}`,
  }));
  return (
    <OptionsField
      label={values.length > 1 ? 'Cualquiera de' : 'Valor'}
      multiple
      disableCloseOnSelect
      options={options}
      value={values.map((id) => options.find((option) => option.id === id) ?? { id, name: 'Ya no está' })}
      onChange={(_event, chosen) => put(chosen.map(({ id }) => id))}
    />
  );
}
