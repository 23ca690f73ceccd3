import { useEffect, useState } from 'react';
import { named } from '@campanero/contract/shared/paging';
import { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { informationValues, type InformationValues, placeValue } from '../information-form.ts';

const wizardDraft = z.object({
  step: z.number().int().min(0).max(3),
  information: informationValues,
  place: placeValue,
  form: z.object({ id: z.string(), name: z.string() }).nullable(),
  // Missing in drafts of earlier versions.
  survey: named.nullable().default(null),
  /** Files cannot be kept; their names tell which are missing after a reload. */
  fileNames: z.array(z.string()),
});
export type WizardDraft = z.infer<typeof wizardDraft>;

export function useWizardDraft(userId: number, name: string) {
  const [found] = useState(() => wizardDraft.safeParse(readDraft(userId, name)).data);
  return { found, drop: () => dropDraft(userId, name) };
}

export function useKeepDraft(userId: number, name: string, draft: WizardDraft, isWorthKeeping: boolean): void {
  const text = JSON.stringify(draft);
  useEffect(() => {
    if (isWorthKeeping) keepDraft(userId, name, JSON.parse(text));
  }, [userId, name, text, isWorthKeeping]);
}

export const WIZARD_STEPS = ['Información', 'Ubicación', 'Script', 'Formulario'] as const;

interface WizardFaults {
  /** The first step with errors. */
  step: number | undefined;
  information: Partial<Record<keyof InformationValues, string>>;
  place: Partial<z.infer<typeof placeValue>>;
  files: string | undefined;
  survey: string | undefined;
  form: string | undefined;
}
export const NO_FAULTS: WizardFaults = {
  step: undefined,
  information: {},
  place: {},
  files: undefined,
  survey: undefined,
  form: undefined,
};

export const hasFieldFaults = ({ information, place, files, survey, form }: WizardFaults) =>
  Object.keys(information).length > 0 || Object.keys(place).length > 0 || Boolean(files ?? survey ?? form);

/** Codes that concern one field. */
const FIELD_OF_CODE: Record<string, string> = {
  OBJECTIVE_DISABLED: 'objectiveId',
  OBJECTIVE_UNKNOWN: 'objectiveId',
  UNKNOWN_PLACE: 'districtId',
  FORM_UNKNOWN: 'formId',
  SURVEY_UNKNOWN: 'surveyId',
  FORMS_UNAVAILABLE: 'formId',
  TOO_MANY_FILES: 'scripts',
  FILE_TOO_LARGE: 'scripts',
  FILE_TYPE: 'scripts',
  FILE_INFECTED: 'scripts',
  SCANNER_UNAVAILABLE: 'scripts',
  TOO_LARGE: 'scripts',
};

/** Maps a refusal to fields and to the first step with an error. */
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
  const survey = fields['surveyId'];
  const form = fields['formId'];
  const faulty = [Object.keys(information).length > 0, Object.keys(place).length > 0, files ?? survey, form].findIndex(
    Boolean,
  );
  // The refusal names no field; people are in the first step.
  const step = faulty >= 0 ? faulty : error.code === 'PERSON_NOT_ALLOWED' ? 0 : undefined;
  return { step, information, place, files, survey, form };
}
