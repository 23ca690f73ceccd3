import { DEFAULT_STATE_COLOR, stateBody } from '@campanero/contract/configuration/schemas';
import type { State } from '@campanero/contract/configuration/schemas';
import type { z } from 'zod';

/** A state as its form holds it: the contract's body, whose version the form adds when it sends. */
export const stateSchema = stateBody.omit({ version: true });
export type StateInput = z.input<typeof stateSchema>;
export type StateValues = z.output<typeof stateSchema>;

export const valuesOf = (state: State | undefined): StateValues => ({
  name: state?.name ?? '',
  color: state?.color ?? DEFAULT_STATE_COLOR,
  callback: state?.callback ?? false,
  contactability: state?.contactability ?? false,
  effectiveness: state?.effectiveness ?? false,
  substates: state?.substates.map(({ id }) => id) ?? [],
});
