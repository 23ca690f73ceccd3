import type { Affinity } from '@campanero/contract/calls/schemas';
import type { Contact } from '@campanero/contract/contacts/schemas';
import { ButtonBase, Checkbox, FormControlLabel, Skeleton, styled } from '@mui/material';
import { useId, useState } from 'react';
import { IconMoodNeutral, IconMoodSad, IconMoodSmile } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';
import { now } from '../../lib/clock.ts';
import { mix } from '../../theme/color.ts';
import { personName } from '../people/person-words.ts';
import { callbackPresets } from './callback-presets.ts';
import { FieldGroup } from './field-group.tsx';
import type { OutcomeState } from './outcome-states.ts';
import type { OutcomeValues } from './outcome-values.ts';

// Both are large and seldom needed.
const ChoiceField = later(() =>
  import('../../components/fields/choice-field.tsx').then((module) => module.ChoiceField<number>),
);
const DateTimeInput = later(
  () => import('../../components/fields/date-time-input.tsx').then((module) => module.DateTimeInput),
  <Skeleton height={36} />,
);

/** What these fields need of a form; the registration and the correction both have it. */
interface OutcomeInput {
  values: OutcomeValues;
  errors: { callbackAt?: string | undefined };
  /** For a callback outside calling hours, when it would be called instead. The user has to confirm it. */
  callsFrom: string | undefined;
  change: (parts: Partial<OutcomeValues>) => void;
}

interface OutcomeFieldsProps {
  form: OutcomeInput;
  chosen: OutcomeState | undefined;
  /** The persons on the number: if there are several, the form asks whom one spoke to. */
  people?: readonly Contact[];
}

export function OutcomeFields({ form, chosen, people }: OutcomeFieldsProps) {
  const { values, change } = form;
  return (
    <>
      {chosen && chosen.substates.length > 0 && (
        <ChoiceButtons
          label="Subestado"
          options={chosen.substates}
          value={values.substateId}
          onChange={(substateId) => change({ substateId })}
        />
      )}
      {chosen?.callback && <CallbackField form={form} />}
      {people && people.length > 1 && (
        <ChoiceButtons
          label="Habló con"
          inline
          options={people.map((person) => ({ id: person.id, name: personName(person) }))}
          value={values.personId}
          onChange={(personId) => change({ personId })}
        />
      )}
      <AffinityField values={values} change={change} />
    </>
  );
}

interface ChoiceButtonsProps {
  label: string;
  options: readonly { id: number; name: string }[];
  value: number | null;
  onChange: (id: number | null) => void;
  inline?: boolean;
}

/** With more options than this, a searchable field takes the place of the buttons. */
const BUTTONS_MAX = 6;

function ChoiceButtons({ label, options, value, onChange, inline = false }: ChoiceButtonsProps) {
  if (options.length > BUTTONS_MAX)
    return <ChoiceField label={label} optional clearable options={options} value={value} onChange={onChange} />;
  return (
    <FieldGroup label={label} inline={inline}>
      {options.map(({ id, name }) => (
        <OptionButton key={id} aria-pressed={value === id} onClick={() => onChange(value === id ? null : id)}>
          {name}
        </OptionButton>
      ))}
    </FieldGroup>
  );
}

export const AFFINITY_ICONS: Record<Affinity, typeof IconMoodNeutral> = {
  Positivo: IconMoodSmile,
  Neutro: IconMoodNeutral,
  Negativo: IconMoodSad,
};

function AffinityField({ values, change }: Pick<OutcomeInput, 'values' | 'change'>) {
  return (
    <FieldGroup label="Afinidad" even>
      {(Object.keys(AFFINITY_ICONS) as Affinity[]).map((affinity) => {
        const Icon = AFFINITY_ICONS[affinity];
        const isChosen = values.affinity === affinity;
        return (
          <OptionButton
            key={affinity}
            aria-pressed={isChosen}
            onClick={() => change({ affinity: isChosen ? null : affinity })}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
            {affinity}
          </OptionButton>
        );
      })}
    </FieldGroup>
  );
}

const LABEL = 'Volver a llamar el';

function CallbackField({ form }: { form: OutcomeInput }) {
  const { values, callsFrom, change } = form;
  const { callbackAt: value } = values;
  const error = form.errors.callbackAt;
  const onChange = (callbackAt: string) => change({ callbackAt, callbackConfirmed: false });
  const id = useId();
  // Computed once: a chosen preset must not change as time passes.
  const [presets] = useState(() => callbackPresets(new Date(now())));
  const wiring = {
    id,
    labelId: `${id}-label`,
    invalid: error !== undefined,
    describedBy: error === undefined ? undefined : `${id}-error`,
  };
  return (
    <FieldGroup label={LABEL} id={id} error={error}>
      {presets.map(({ label, at }) => (
        <OptionButton key={label} aria-pressed={value === at} onClick={() => onChange(value === at ? '' : at)}>
          {label}
        </OptionButton>
      ))}
      <div style={{ flex: '1 1 13rem', maxWidth: '15rem' }}>
        <DateTimeInput wiring={wiring} label={LABEL} value={value} onChange={onChange} size="small" />
      </div>
      {callsFrom !== undefined && (
        <ClosedNote role="alert">
          <span>Está fuera del horario de llamado: se llamaría recién desde {callsFrom}.</span>
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={values.callbackConfirmed}
                onChange={(_event, callbackConfirmed) => change({ callbackConfirmed })}
                sx={{ p: 1 }}
              />
            }
            label="Dejarlo así"
          />
        </ClosedNote>
      )}
    </FieldGroup>
  );
}

const ClosedNote = styled('div')(({ theme }) => ({
  flexBasis: '100%',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 12,
  padding: '2px 10px',
  borderRadius: 8,
  background: theme.palette.soft.warning.bg,
  color: theme.palette.soft.warning.text,
  fontSize: '0.8125rem',
  '& label': { margin: 0 },
  '& label span': { fontSize: 'inherit', fontWeight: 560 },
}));

const OptionButton = styled(ButtonBase)(({ theme }) => ({
  height: '2rem',
  gap: 6,
  padding: '0 10px',
  borderRadius: 7,
  border: `1px solid ${mix(theme.palette.line.strong, theme.palette.background.paper, 0.62)}`,
  background: theme.palette.background.paper,
  color: theme.palette.text.primary,
  fontSize: '0.8125rem',
  fontWeight: 520,
  whiteSpace: 'nowrap',
  '&:hover': { background: theme.palette.surface.subtle },
  '&[aria-pressed="true"]': {
    background: theme.palette.soft.primary.bg,
    borderColor: theme.palette.primary.main,
    color: theme.palette.soft.primary.text,
    fontWeight: 600,
  },
  [theme.breakpoints.down('md')]: { height: '2.5rem', padding: '0 12px', borderRadius: 8, fontSize: '0.875rem' },
  // Three fit side by side on the smallest screen.
  '@media (max-width: 359.95px)': { '[data-even] > &': { gap: 4, padding: '0 4px' } },
}));
