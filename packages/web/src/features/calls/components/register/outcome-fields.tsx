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

export function CallbackAsked({ form, chosen }: Pick<OutcomeFieldsProps, 'form' | 'chosen'>) {
  if (!chosen?.callback) return null;
  return (
    <CallbackField
      value={form.values.callbackAt}
      error={form.errors.callbackAt}
      onChange={(callbackAt) => form.change({ callbackAt })}
    />
  );
}

/** Asked only where several persons have the number. */
export function PersonField({ form, people }: Pick<OutcomeFieldsProps, 'form' | 'people'>) {
  if (people.length < 2) return null;
  return (
    <ChoiceButtons
      label="Habló con"
      inline
      options={people}
      value={form.values.personId}
      onChange={(personId) => form.change({ personId })}
    />
  );
}

export function Affinity({ form }: Pick<OutcomeFieldsProps, 'form'>) {
  return <AffinityField value={form.values.affinity} onChange={(affinity) => form.change({ affinity })} />;
}

export function Observations({ form, isCompact = false }: Pick<OutcomeFieldsProps, 'form'> & { isCompact?: boolean }) {
  return (
    <ObservationsField
      value={form.values.observations}
      error={form.errors.observations}
      isKept={!form.isEmpty}
      isCompact={isCompact}
      onChange={(observations) => form.change({ observations })}
      onDiscard={form.clear}
    />
  );
}
