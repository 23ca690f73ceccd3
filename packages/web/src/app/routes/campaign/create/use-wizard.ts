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

/** The wizard's whole state: steps 0 to 3, forward only through a valid submit, back keeps everything. */
export function useWizard({ userId, draftName, start }: { userId: number; draftName: string; start: WizardStart }) {
  const { found, drop } = useWizardDraft(userId, draftName);
  const [restored, setRestored] = useState(found);
  // Files chosen before a reload are gone: open at the step where they are chosen again at the latest.
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
    // A restored draft may stand at the last step with a first one that is no longer valid.
    onInvalid: () => setStep(0),
    failed: NOT_CREATED,
    /** Leads to the step whose field it names. */
    onRefused: (error) => {
      // A lost session leads to sign-in, and from there back to the draft.
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
    // Going on without them is a decision.
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
    /** A sentence at its own field needs no second one above the buttons. */
    refusal: create.error && !hasFieldFaults(faults) ? errorText(create.error, NOT_CREATED) : undefined,
    next,
    startAgain,
    /** Something would be lost, or kept, on leaving. */
    isTouched,
    drop,
    isRestored: restored !== undefined,
    back: () => setStep(step - 1),
    isLast: step === LAST_STEP,
  };
}
export type WizardState = ReturnType<typeof useWizard>;
