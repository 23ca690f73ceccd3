import { campaignInformation } from '@campanero/contract/campaigns/write-schemas';
import { DEFAULT_SUCCESS_TEXT } from '@campanero/contract/errors';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { EMPTY_INFORMATION, type InformationValues } from '../../../../features/campaigns/information-form.ts';
import { useCreateCampaign } from '../../../../features/campaigns/save-campaign.ts';
import { CAMPAIGN_CREATE_FAILED, NOT_CREATED } from '../../../../features/campaigns/texts.ts';
import {
  hasFieldFaults,
  NO_FAULTS,
  useKeepDraft,
  useWizardDraft,
  WIZARD_STEPS,
  type WizardDraft,
  wizardFaults,
} from '../../../../features/campaigns/wizard/wizard-draft.ts';
import { NO_PLACE } from '../../../../features/locations/place-fields.tsx';
import { ApiError, errorText } from '../../../../lib/errors.ts';
import { useSendForm } from '../../../../lib/forms.ts';
import { notify } from '../../../../lib/snackbar.ts';
import { paths } from '../../../pages.ts';

export interface WizardStart {
  information: InformationValues;
  place: WizardDraft['place'];
  form: WizardDraft['form'];
  files: readonly File[];
}
export const EMPTY_START: WizardStart = { information: EMPTY_INFORMATION, place: NO_PLACE, form: null, files: [] };

const LAST_STEP = WIZARD_STEPS.length - 1;
const SCRIPT_STEP = WIZARD_STEPS.indexOf('Script');

const lostOf = (found: WizardDraft | undefined, present: readonly File[]) =>
  found?.fileNames.filter((name) => !present.some((file) => file.name === name)) ?? [];

/** State of the wizard: next only with a valid step, back keeps all values. */
export function useWizard({ userId, draftName, start }: { userId: number; draftName: string; start: WizardStart }) {
  const { found, drop } = useWizardDraft(userId, draftName);
  const [restored, setRestored] = useState(found);
  // Files are lost on reload: open at the latest at the step where they are chosen.
  const [lostFiles, setLostFiles] = useState(() => lostOf(found, start.files));
  const [step, setStep] = useState(found ? Math.min(found.step, lostFiles.length > 0 ? SCRIPT_STEP : LAST_STEP) : 0);
  const [place, setPlace] = useState(found?.place ?? start.place);
  const [chosenForm, setChosenForm] = useState(found ? found.form : start.form);
  const [files, setFiles] = useState<readonly File[]>(
    found ? start.files.filter(({ name }) => found.fileNames.includes(name)) : start.files,
  );
  const [faults, setFaults] = useState(NO_FAULTS);
  const navigate = useNavigate();
  const create = useCreateCampaign();
  const { form, status } = useSendForm({
    rules: campaignInformation,
    defaults: found?.information ?? start.information,
    send: async (information) => {
      const id = await create.mutateAsync({ information, place, formId: chosenForm?.id, files });
      drop();
      notify.success(DEFAULT_SUCCESS_TEXT);
      void navigate(paths.campaign(id), { replace: true });
    },
    // The first step of a restored draft may have become invalid.
    onInvalid: () => setStep(0),
    failed: NOT_CREATED,
    onRefused: (error) => {
      // Signing in again leads back to the draft.
      if (error instanceof ApiError && error.status === 401) return;
      notify.error(CAMPAIGN_CREATE_FAILED);
      const refused = wizardFaults(error);
      setFaults(refused);
      if (refused.step !== undefined) setStep(refused.step);
      for (const [name, message] of Object.entries(refused.information))
        form.setError(name as keyof InformationValues, { type: 'server', message });
    },
  });

  const information = form.watch();
  const draft = {
    step,
    information,
    place,
    form: chosenForm,
    fileNames: [...files.map(({ name }) => name), ...lostFiles],
  };
  const isTouched = step > 0 || form.formState.isDirty || restored !== undefined;
  useKeepDraft(userId, draftName, draft, isTouched && !create.isSuccess);

  const next = () => {
    setFaults(NO_FAULTS);
    // The user continues without the lost files.
    if (step === SCRIPT_STEP) setLostFiles([]);
    if (step === LAST_STEP) status.submit();
    else if (step === 0) void form.handleSubmit(() => setStep(1))();
    else setStep(step + 1);
  };
  const startAgain = () => {
    drop();
    setRestored(undefined);
    setLostFiles([]);
    form.reset(start.information);
    setStep(0);
    setPlace(start.place);
    setChosenForm(start.form);
    setFiles(start.files);
    setFaults(NO_FAULTS);
    create.reset();
  };
  return {
    form,
    information,
    step,
    place,
    setPlace: (next: WizardDraft['place']) => {
      setPlace(next);
      setFaults({ ...faults, place: {} });
    },
    chosenForm,
    setChosenForm: (next: WizardDraft['form']) => {
      setChosenForm(next);
      setFaults({ ...faults, form: undefined });
    },
    files,
    setFiles: (next: File[]) => {
      setFiles(next);
      setFaults({ ...faults, files: undefined });
      create.reset();
      setLostFiles(lostFiles.filter((name) => !next.some((file) => file.name === name)));
    },
    lostFiles,
    faults,
    create,
    /** Errors at fields are not repeated above the buttons. */
    refusal: create.error && !hasFieldFaults(faults) ? errorText(create.error, NOT_CREATED) : undefined,
    next,
    startAgain,
    isTouched,
    drop,
    isRestored: restored !== undefined,
    back: () => setStep(step - 1),
    isLast: step === LAST_STEP,
  };
}
export type WizardState = ReturnType<typeof useWizard>;
