import { campaignInformation } from '@campanero/contract/campaigns/write-schemas';
import { DEFAULT_SUCCESS_TEXT } from '@campanero/contract/error-texts';
import { isExternalRole } from '@campanero/contract/roles';
import { Button, Paper, styled } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { FileList, fileProgress } from '../../../../components/files/file-list.tsx';
import { formProps } from '../../../../components/form/dialogs.tsx';
import { SaveBar } from '../../../../components/form/save-bar.tsx';
import { later } from '../../../../components/later.tsx';
import { WizardSteps } from '../../../../components/form/wizard-steps.tsx';
import { IconArrowLeft, IconArrowRight } from '../../../../components/icons.ts';
import { Stacked } from '../../../../components/layout.tsx';
import { STEP_HEIGHT } from '../../../../components/page/section.tsx';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import { InformationFields } from '../../../../features/campaigns/information-fields.tsx';
import { EMPTY_INFORMATION, type InformationChoices, onSide } from '../../../../features/campaigns/information-form.ts';
import { type NewCampaign, useCreateCampaign } from '../../../../features/campaigns/save-campaign.ts';
import { ScriptDrop } from '../../../../features/campaigns/script-drop.tsx';
import { CAMPAIGN_CREATE_FAILED, missingFields, NOT_CREATED } from '../../../../features/campaigns/texts.ts';
import {
  hasFieldFaults,
  NO_FAULTS,
  useKeepDraft,
  useWizardDraft,
  WIZARD_STEPS,
  type WizardDraft,
  wizardFaults,
} from '../../../../features/campaigns/wizard/wizard-draft.ts';
import { DraftNotice, LeaveWizardDialog, WizardSummary } from '../../../../features/campaigns/wizard/wizard-parts.tsx';
import { FormPicker } from '../../../../features/forms/form-search-field.tsx';
import { NO_PLACE, PlacePicker, placeName } from '../../../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../../../features/lookups/api.ts';
import { useFocusOnChange } from '../../../../lib/browser/focus.ts';
import { primaryOf } from '../../../../lib/can.ts';
import { ApiError, errorText } from '../../../../lib/errors.ts';
import { useSendForm } from '../../../../lib/forms.ts';
import type { StoredSession } from '../../../../lib/session.ts';
import { notify } from '../../../../lib/snackbar.ts';
import { paths } from '../../../pages.ts';
import { useInformationChoices } from '../use-information-choices.ts';

/** Lazy: the page has a script budget. */
const SurveyPicker = later(async () => (await import('../../../../features/surveys/survey-picker.tsx')).SurveyPicker);

/** Only an arrow below 420 px, so that three buttons fit into one line. */
const BackButton = styled(Button)({
  '& > svg': { display: 'none' },
  '@media (max-width: 419.95px)': {
    minWidth: '2.5rem',
    paddingInline: 0,
    '& > svg': { display: 'block' },
    '& > span': { display: 'none' },
  },
});

interface WizardProps {
  session: StoredSession;
  draftName: string;
  start: WizardStart;
  /** Of another campaign; loaded as soon as this one is created. `fault`: what cannot be sent. */
  people?: { of: NewCampaign['people']; fault: string | undefined };
}

export function Wizard({ session, draftName, start, people }: WizardProps) {
  const wizard = useWizard({ userId: session.userId, draftName, start, people });
  const { step, create, files } = wizard;
  const choices = useInformationChoices();
  const tree = useQuery({ ...locationsQuery(), enabled: step > 0 || wizard.place.districtId !== '' });
  const stepTitle = useFocusOnChange<HTMLHeadingElement>(step, () => window.scrollTo?.({ top: 0 }));
  useOwnCoordination(wizard.form, choices, session.userId);
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => void navigate(paths.campaigns);

  return (
    <>
      {wizard.isRestored && <DraftNotice lostFiles={wizard.lostFiles} onDiscard={wizard.startAgain} />}
      <Stacked sx={{ alignItems: 'start', gridTemplateColumns: { lg: 'minmax(0, 1fr) 18rem' } }}>
        <Paper
          {...formProps(() => !create.isPending && wizard.next())}
          aria-label={`Crear campaña: ${WIZARD_STEPS[step]}`}
        >
          <WizardSteps names={WIZARD_STEPS} current={step} untouched={wizard.untouched} />
          <Stacked gap={5} sx={{ p: { xs: 4, sm: 6 }, alignContent: 'start' }}>
            <VisuallyHidden as="h2" ref={stepTitle} tabIndex={-1}>
              {`Paso ${step + 1} de ${WIZARD_STEPS.length}: ${WIZARD_STEPS[step]}`}
            </VisuallyHidden>
            <StepFields wizard={wizard} session={session} choices={choices} tree={tree.data} />
          </Stacked>
          <WizardFoot wizard={wizard} onCancel={() => (wizard.isTouched ? setLeaving(true) : leave())} />
        </Paper>
        <WizardSummary
          information={wizard.information}
          step={step}
          choices={choices}
          placeName={placeName(tree.data, wizard.place)}
          fileCount={files.length}
          surveyName={wizard.survey?.name}
          formName={wizard.chosenForm?.name}
          hasPeople={people !== undefined}
        />
      </Stacked>
      {isLeaving && (
        <LeaveWizardDialog
          hasFiles={files.length > 0}
          onKeep={leave}
          onDiscard={() => {
            wizard.drop();
            leave();
          }}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  );
}

interface StepFieldsProps {
  wizard: WizardState;
  session: StoredSession;
  choices: InformationChoices;
  tree: Parameters<typeof placeName>[0];
}

function StepFields({ wizard, session, choices, tree }: StepFieldsProps) {
  const { form, step, create, faults, files } = wizard;
  const externalOnly = isExternalRole(primaryOf(session));
  return (
    <>
      {step === 0 && <InformationFields form={form} choices={choices} externalOnly={externalOnly} />}
      {step === 1 && <PlacePicker tree={tree} place={wizard.place} onChange={wizard.setPlace} errors={faults.place} />}
      {step === 2 && (
        // Both in the height of one step.
        <Stacked gap={7} sx={{ alignContent: 'start', minHeight: STEP_HEIGHT, '& > div': { minHeight: 0 } }}>
          <ScriptDrop
            campaignName={wizard.information.name}
            files={files}
            onChange={wizard.setFiles}
            error={faults.files}
          />
          <SurveyPicker survey={wizard.survey} onChange={wizard.setSurvey} error={faults.survey} />
        </Stacked>
      )}
      {step === 3 && <FormPicker form={wizard.chosenForm} onChange={wizard.setChosenForm} error={faults.form} />}
      {create.isPending && files.length > 0 && (
        <FileList files={files} progress={fileProgress(files, create.progress)} />
      )}
    </>
  );
}

function WizardFoot({ wizard, onCancel }: { wizard: WizardState; onCancel: () => void }) {
  const { form, step, create, files } = wizard;
  // Must be read at every step: react-hook-form tracks only what was read.
  const { errors } = form.formState;
  return (
    <SaveBar
      undo={
        <BackButton aria-label="Anterior" disabled={step === 0 || create.isPending} onClick={wizard.back}>
          <IconArrowLeft size={18} stroke={2} aria-hidden />
          <span>Anterior</span>
        </BackButton>
      }
      note={wizard.refusal}
      status={
        create.isPending
          ? sendingText(create.progress, files.length)
          : step === 0 && missingFields(errors, wizard.information)
      }
    >
      <Button disabled={create.isPending} onClick={onCancel}>
        Cancelar
      </Button>
      <Button
        type="submit"
        variant="contained"
        aria-disabled={create.isPending}
        aria-busy={create.isPending}
        endIcon={!wizard.isLast && <IconArrowRight size={18} stroke={2} aria-hidden />}
      >
        {create.isPending ? 'Creando…' : wizard.isLast ? 'Crear campaña' : 'Siguiente'}
      </Button>
    </SaveBar>
  );
}

/** Proposes the user as coordinator, if they may coordinate the campaign. */
function useOwnCoordination(form: WizardState['form'], choices: InformationChoices, userId: number) {
  const [external, coordinatedBy] = form.watch(['external', 'coordinatedBy']);
  const isProposed = coordinatedBy === null && !!onSide(choices.supervisors, external)?.some(({ id }) => id === userId);
  useEffect(() => {
    if (isProposed) form.resetField('coordinatedBy', { defaultValue: userId });
  }, [form, isProposed, userId]);
}

const sendingText = (share: number, files: number) =>
  files === 0 || share >= 1 ? 'Guardando la campaña…' : `Enviando archivos: ${Math.round(share * 100)} %`;

export interface WizardStart {
  information: typeof EMPTY_INFORMATION;
  place: WizardDraft['place'];
  form: WizardDraft['form'];
  survey: WizardDraft['survey'];
  files: readonly File[];
}
export const EMPTY_START: WizardStart = {
  information: EMPTY_INFORMATION,
  place: NO_PLACE,
  form: null,
  survey: null,
  files: [],
};

const LAST_STEP = WIZARD_STEPS.length - 1;
const SCRIPT_STEP = WIZARD_STEPS.indexOf('Script');

const lostOf = (found: WizardDraft | undefined, present: readonly File[]) =>
  found?.fileNames.filter((name) => !present.some((file) => file.name === name)) ?? [];

/** State of the wizard: next only with a valid step, back keeps all values. */
function useWizard({ userId, draftName, start, people }: Omit<WizardProps, 'session'> & { userId: number }) {
  const { found, drop } = useWizardDraft(userId, draftName);
  const [restored, setRestored] = useState(found);
  // Files are lost on reload: open at the latest at the step where they are chosen.
  const [lostFiles, setLostFiles] = useState(() => lostOf(found, start.files));
  const [step, setStep] = useState(found ? Math.min(found.step, lostFiles.length > 0 ? SCRIPT_STEP : LAST_STEP) : 0);
  const [chosen, setChosen] = useState<Omit<WizardStart, 'information'>>(() => {
    if (!found) return start;
    return { ...found, files: start.files.filter(({ name }) => found.fileNames.includes(name)) };
  });
  const { place, form: chosenForm, survey, files } = chosen;
  const [faults, setFaults] = useState(NO_FAULTS);
  const choose = (part: Partial<typeof chosen>, settled: Partial<typeof faults>) => {
    setChosen((before) => ({ ...before, ...part }));
    setFaults({ ...faults, ...settled });
  };
  const navigate = useNavigate();
  const create = useCreateCampaign();
  const { form, status } = useSendForm({
    rules: campaignInformation,
    defaults: found?.information ?? start.information,
    send: async (information) => {
      const choices = { place, formId: chosenForm?.id, surveyId: survey?.id, files, people: people?.of };
      const id = await create.mutateAsync({ information, ...choices });
      drop();
      notify.success(DEFAULT_SUCCESS_TEXT);
      void navigate((people ? paths.campaignAssign : paths.campaign)(id), { replace: true });
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
        form.setError(name as keyof typeof information, { type: 'server', message });
    },
  });

  const information = form.watch();
  const fileNames = [...files.map(({ name }) => name), ...lostFiles];
  const draft = { step, information, place, form: chosenForm, survey, fileNames };
  const isTouched = step > 0 || form.formState.isDirty || restored !== undefined;
  useKeepDraft(userId, draftName, draft, isTouched && !create.isSuccess);

  const next = () => {
    setFaults(NO_FAULTS);
    // The user continues without the lost files.
    if (step === SCRIPT_STEP) setLostFiles([]);
    if (step === LAST_STEP) {
      if (people?.fault === undefined) status.submit();
    } else if (step === 0) void form.handleSubmit(() => setStep(1))();
    else setStep(step + 1);
  };
  const startAgain = () => {
    drop();
    setRestored(undefined);
    setLostFiles([]);
    form.reset(start.information);
    setStep(0);
    setChosen(start);
    setFaults(NO_FAULTS);
    create.reset();
  };
  return {
    form,
    information,
    step,
    place,
    setPlace: (next: WizardDraft['place']) => choose({ place: next }, { place: {} }),
    chosenForm,
    setChosenForm: (next: WizardDraft['form']) => choose({ form: next }, { form: undefined }),
    survey,
    setSurvey: (next: WizardDraft['survey']) => choose({ survey: next }, { survey: undefined }),
    files,
    setFiles: (next: File[]) => {
      choose({ files: next }, { files: undefined });
      create.reset();
      setLostFiles(lostFiles.filter((name) => !next.some((file) => file.name === name)));
    },
    lostFiles,
    faults,
    create,
    /** Errors at fields are not repeated above the buttons. */
    refusal:
      people?.fault ?? (create.error && !hasFieldFaults(faults) ? errorText(create.error, NOT_CREATED) : undefined),
    next,
    startAgain,
    isTouched,
    drop,
    isRestored: restored !== undefined,
    back: () => setStep(step - 1),
    isLast: step === LAST_STEP,
    /** Optional steps without anything chosen. */
    untouched: [
      place.districtId === '' && 'Ubicación',
      files.length === 0 && !survey && 'Script',
      !chosenForm && 'Formulario',
    ],
  };
}
type WizardState = ReturnType<typeof useWizard>;
