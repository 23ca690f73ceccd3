import type { Affinity } from '@campanero/contract/calls/schemas';
import type { Contact } from '@campanero/contract/contacts/schemas';
import { ButtonBase, Checkbox, FormControlLabel, Skeleton, styled } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { IconAlertTriangle, IconMoodNeutral, IconMoodSad, IconMoodSmile } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';
import { now } from '../../lib/clock.ts';
import { chosenLook } from '../../theme/components/controls.ts';
import { mix } from '../../theme/color.ts';
import { personName } from '../people/person-words.ts';
import { callbackPresets } from './callback-presets.ts';
import type { OutcomeState } from './outcome-states.ts';
import type { OutcomeValues } from './outcome-values.ts';

// Both are large and seldom needed.
const ChoiceField = later(async () => (await import('../../components/fields/choice-field.tsx')).ChoiceField<number>);
const DateTimeInput = later(
  async () => (await import('../../components/fields/date-time-input.tsx')).DateTimeInput,
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
          layout="inline"
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
  layout?: 'inline';
}

/** With more options than this, a searchable field takes the place of the buttons. */
const BUTTONS_MAX = 6;

function ChoiceButtons({ label, options, value, onChange, layout }: ChoiceButtonsProps) {
  if (options.length > BUTTONS_MAX)
    return <ChoiceField label={label} optional clearable options={options} value={value} onChange={onChange} />;
  return (
    <FieldGroup label={label} layout={layout}>
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

const AffinityField = ({ values, change }: Pick<OutcomeInput, 'values' | 'change'>) => (
  <FieldGroup label="Afinidad" layout="even">
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
  '&[aria-pressed="true"]': chosenLook(theme),
  [theme.breakpoints.down('md')]: { height: '2.5rem', padding: '0 12px', borderRadius: 8, fontSize: '0.875rem' },
  // Three fit side by side on the smallest screen.
  '@media (max-width: 359.95px)': { '.even &': { gap: 4, padding: '0 4px' } },
}));

const Group = styled('div')(({ theme }) => ({
  minWidth: 0,
  '& > .label': {
    display: 'flex',
    alignItems: 'baseline',
    gap: 6,
    marginBottom: 5,
    fontSize: '0.8125rem',
    lineHeight: '1.125rem',
    '& > b': { fontWeight: 550 },
    '& > span': { color: theme.palette.text.disabled },
  },
  '& > .choices': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 6 },
  '&.inline': { display: 'flex', alignItems: 'center', gap: 12, '& > .label': { margin: 0, flex: 'none' } },
  '&.even > .choices': { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  '&.fills': { flex: 1, display: 'flex', flexDirection: 'column', '& > .choices': { flex: 1 } },
  '& > p': {
    display: 'flex',
    gap: 5,
    margin: '6px 0 0',
    fontSize: '0.78125rem',
    lineHeight: '1rem',
    color: theme.palette.error.main,
  },
  // The compact form has the labels in a column of their own, without "opcional".
  '[data-compact] &': {
    display: 'grid',
    gridTemplateColumns: '7rem minmax(0, 1fr)',
    gap: '0 6px',
    alignItems: 'start',
    '& > .label': { display: 'block', margin: 0, lineHeight: '1.875rem', '& > span': { display: 'none' } },
    '& > .choices, &.even > .choices': {
      display: 'flex',
      gap: '5px 6px',
      '& > button': { height: '1.875rem' },
      '& .MuiPickersOutlinedInput-root': { minHeight: '1.875rem' },
      '& .MuiPickersInputBase-sectionsContainer': { paddingBlock: 4 },
    },
    '&.fills': { gridTemplateRows: '1fr', alignItems: 'stretch', '& > .choices': { alignItems: 'stretch' } },
    '& > p': { gridColumn: 2 },
  },
  [theme.breakpoints.down('md')]: {
    '& > .label': { marginBottom: 6 },
    '&.inline': { display: 'block', '& > .label': { marginBottom: 6 } },
    '& > .choices': { gap: 8 },
  },
}));

interface FieldGroupProps {
  label: string;
  id?: string;
  aside?: ReactNode;
  error?: string;
  /** Label beside the controls, controls of equal width, or as high as there is room. */
  layout?: 'inline' | 'even' | 'fills';
  children: ReactNode;
}

/** A labelled group of controls; every field of a registration but the state is optional. */
export function FieldGroup({ label, id: given, aside, error, layout, children }: FieldGroupProps) {
  const ownId = useId();
  const id = given ?? ownId;
  return (
    <Group role="group" aria-labelledby={`${id}-label`} className={layout}>
      <div className="label">
        <b id={`${id}-label`}>{label}</b>
        <span>opcional</span>
        {aside}
      </div>
      <div className="choices">{children}</div>
      {error && (
        <p id={`${id}-error`}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
          {error}
        </p>
      )}
    </Group>
  );
}
