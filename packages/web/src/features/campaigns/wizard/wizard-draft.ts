import { useEffect, useState } from 'react';
import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { informationValues, type InformationValues, placeValue } from '../information-form.ts';

const wizardDraft = z.object({
  step: z.number().int().min(0).max(3),
  information: informationValues,
  place: placeValue,
  form: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Files themselves cannot be kept; their names tell what is missing after a reload. */
  fileNames: z.array(z.string()),
});
export type WizardDraft = z.infer<typeof wizardDraft>;

/** The draft as it was found when the wizard opened, and the way to drop it. */
export function useWizardDraft(userId: number, name: string) {
  const [found] = useState(() => wizardDraft.safeParse(readDraft(userId, name)).data);
  return { found, drop: () => dropDraft(userId, name) };
}

/** Keeps what stands in the wizard, with every change: a session may end at any letter. */
export function useKeepDraft(userId: number, name: string, draft: WizardDraft, isWorthKeeping: boolean): void {
  const text = JSON.stringify(draft);
  useEffect(() => {
    if (isWorthKeeping) keepDraft(userId, name, JSON.parse(text));
  }, [userId, name, text, isWorthKeeping]);
}

export const WIZARD_STEPS = ['Información', 'Ubicación', 'Script', 'Formulario'] as const;

interface WizardFaults {
  /** The first step with something to correct; undefined when no step is to blame. */
  step: number | undefined;
  information: Partial<Record<keyof InformationValues, string>>;
  place: Partial<z.infer<typeof placeValue>>;
  files: string | undefined;
  form: string | undefined;
}
export const NO_FAULTS: WizardFaults = {
  step: undefined,
  information: {},
  place: {},
  files: undefined,
  form: undefined,
};

export const hasFieldFaults = ({ information, place, files, form }: WizardFaults) =>
  Object.keys(information).length > 0 || Object.keys(place).length > 0 || Boolean(files ?? form);

/** Refusals that name no field but can only mean one. */
const FIELD_OF_CODE: Record<string, string> = {
  OBJECTIVE_DISABLED: 'objectiveId',
  OBJECTIVE_UNKNOWN: 'objectiveId',
  UNKNOWN_PLACE: 'districtId',
  FORM_UNKNOWN: 'formId',
  FORMS_UNAVAILABLE: 'formId',
  TOO_MANY_FILES: 'scripts',
  FILE_TOO_LARGE: 'scripts',
  FILE_TYPE: 'scripts',
  FILE_INFECTED: 'scripts',
  SCANNER_UNAVAILABLE: 'scripts',
  TOO_LARGE: 'scripts',
};

/** Where in the wizard the server's refusal belongs: each field's sentence at its field, in its step. */
export function wizardFaults(error: unknown): WizardFaults {
  if (!(error instanceof ApiError)) return NO_FAULTS;
  const named = Object.entries(error.fields);
  const blamed = FIELD_OF_CODE[error.code];
  const fields = Object.fromEntries(named.length > 0 || !blamed ? named : [[blamed, errorText(error)]]);
  const pick = (isOf: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => isOf(name)));
  const information = pick((name) => name in informationValues.shape);
  const place = pick((name) => name in placeValue.shape);
  const files = Object.entries(fields).find(([name]) => name.startsWith('scripts'))?.[1];
  const form = fields['formId'];
  const faulty = [Object.keys(information).length > 0, Object.keys(place).length > 0, files, form].findIndex(Boolean);
  // People are refused without a name: they stand in the first step.
  const step = faulty >= 0 ? faulty : error.code === 'PERSON_NOT_ALLOWED' ? 0 : undefined;
  return { step, information, place, files, form };
}
