import Box from '@mui/material/Box';
import { AffinityField } from './affinity-field.tsx';
import { CallbackField } from './callback-field.tsx';
import { ChoiceButtons } from './choice-buttons.tsx';
import { ObservationsField } from './observations-field.tsx';
import type { OutcomeForm } from '../../hooks/use-outcome-form.ts';
import type { OutcomeState } from '../../outcome-states.ts';

interface OutcomeFieldsProps {
  form: OutcomeForm;
  chosen: OutcomeState | undefined;
  /** The persons on the number; asked only where there are several. */
  people: readonly { id: number; name: string }[];
  isMobile: boolean;
}

/** Only a state that has some asks for a substate (spec 4); its room is kept free, so that nothing jumps. */
export function SubstateField({ form, chosen }: Pick<OutcomeFieldsProps, 'form' | 'chosen'>) {
  if (!chosen || chosen.substates.length === 0) return null;
  return (
    <ChoiceButtons
      label="Subestado"
      options={chosen.substates}
      value={form.values.substateId}
      onChange={(substateId) => form.change({ substateId })}
    />
  );
}

/** Everything about the outcome but the state itself. */
export function OutcomeFields({ form, chosen, people, isMobile }: OutcomeFieldsProps) {
  const { values, errors, change } = form;
  return (
    <>
      {(chosen?.callback || !isMobile) && (
        <Box sx={{ minHeight: isMobile ? undefined : '3.75rem' }}>
          {chosen?.callback && (
            <CallbackField
              value={values.callbackAt}
              error={errors.callbackAt}
              onChange={(callbackAt) => change({ callbackAt })}
            />
          )}
        </Box>
      )}
      {people.length > 1 && (
        <ChoiceButtons
          label="Habló con"
          inline
          options={people}
          value={values.personId}
          onChange={(personId) => change({ personId })}
        />
      )}
      <Box sx={{ display: 'grid', gap: isMobile ? 4 : 5, gridTemplateColumns: isMobile ? undefined : 'auto 1fr' }}>
        <AffinityField value={values.affinity} onChange={(affinity) => change({ affinity })} />
        <ObservationsField
          value={values.observations}
          error={errors.observations}
          isKept={!form.isEmpty}
          onChange={(observations) => change({ observations })}
          onDiscard={form.clear}
        />
      </Box>
    </>
  );
}
