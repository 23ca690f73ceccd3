import type { ActionName, Objective, State, Substate } from '@campanero/contract/configuration/schemas';
import type { AuditValues } from '../../work/audit.ts';

type Named = readonly { name: string }[];

const yesOrNo = (value: boolean) => (value ? 'Sí' : 'No');
/** An empty list is told as nothing, which the audit shows as such. */
export const namesOf = (list: Named): string | null => list.map(({ name }) => name).join(', ') || null;

/** The labels of the screens, so that the audit speaks as they do. */
export const ACTION_LABELS: Record<ActionName, string> = {
  callback: 'Volver a llamar',
  contactability: 'Contactabilidad',
  effectiveness: 'Efectividad',
};

export const objectiveInWords = ({ name, states }: Pick<Objective, 'name' | 'states'>): AuditValues => ({
  Objetivo: name,
  Estados: namesOf(states),
});

export const stateInWords = (state: Omit<State, 'id' | 'disable' | 'version'>): AuditValues => ({
  Estado: state.name,
  Color: state.color,
  [ACTION_LABELS.callback]: yesOrNo(state.callback),
  [ACTION_LABELS.contactability]: yesOrNo(state.contactability),
  [ACTION_LABELS.effectiveness]: yesOrNo(state.effectiveness),
  Subestados: namesOf(state.substates),
});

export const substateInWords = ({ name }: Pick<Substate, 'name'>): AuditValues => ({ Subestado: name });
