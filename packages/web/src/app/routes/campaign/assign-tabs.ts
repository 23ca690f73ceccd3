import type { LoadChoice } from '../../../features/loads/load-options.tsx';

/** The three ways an audience comes in, named as in spec 2. */
export const ASSIGN_TABS = { upload: 'Subir Audiencia', dashboard: 'Dashboard', form: 'Formulario' } as const;
export type AssignTab = keyof typeof ASSIGN_TABS;

export const isAssignTab = (name: string | null): name is AssignTab => name !== null && name in ASSIGN_TABS;

/** What every tab of the assign page is given. */
export interface AssignTabProps {
  campaignId: number;
  /** One choice for all three: changing the source does not change whom one leaves out. */
  choice: LoadChoice;
  onChoice: (choice: LoadChoice) => void;
  onShowSpellings: () => void;
  onAccepted: () => void;
}
