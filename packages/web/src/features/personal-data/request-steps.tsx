import { personalData } from '@campanero/contract/personal-data/endpoints';
import {
  answerBody,
  type DataRequest,
  dataRequest,
  type IdentificationBody,
  kindsInWords,
  needsIdentification,
  type RequestKind,
  requestPatch,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Box, Button, Link, styled } from '@mui/material';
import { Fragment, type ReactNode, useState } from 'react';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { InlineForm } from '../../components/form/form-panel.tsx';
import { IconCircleCheck, IconCircleDashed } from '../../components/icons.ts';
import { Inline, RuledList } from '../../components/layout.tsx';
import { Section } from '../../components/page/section.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { dropDraft, hasDraft } from '../../lib/draft.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { getSession } from '../../lib/session.ts';
import { DATA_REQUEST_FAILED, fetchRequest, requestSaved, useChangeRequest } from './api.ts';
import { IdentificationFields } from './request-fields.tsx';
import { identificationText } from './request-words.tsx';

const Steps = styled(RuledList)(({ theme }) => ({
  '& > li': { display: 'grid', gridTemplateColumns: '20px minmax(0, 1fr)', columnGap: 12, padding: '14px 16px' },
  '& > li > svg': { marginTop: 1, color: theme.palette.text.disabled },
  '& > li[data-done] > svg': { color: theme.palette.success.main },
  '& h3': { ...theme.typography.body1, fontWeight: 600, margin: 0 },
  '& p': { ...theme.typography.body2, margin: '2px 0 0', color: theme.palette.text.secondary, maxWidth: '70ch' },
  '& p a': { color: 'inherit' },
}));

type StepProps = { title: string; isDone: boolean; text: ReactNode; action?: ReactNode; children?: ReactNode };

function Step({ title, isDone, text, action, children }: StepProps) {
  const Sign = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <li data-done={isDone ? '' : undefined}>
      <Sign size={20} stroke={1.75} aria-hidden />
      <div>
        <Inline sx={{ gap: '8px 16px' }}>
          <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
            <h3>
              {title}
              <VisuallyHidden>{isDone ? ' (hecho)' : ' (por hacer)'}</VisuallyHidden>
            </h3>
            {text && <p>{text}</p>}
          </Box>
          {action}
        </Inline>
        {children}
      </div>
    </li>
  );
}

const TITLES: Record<RequestKind, string> = {
  ACCESO: 'Acceso: hacer el informe',
  RECTIFICACION: 'Rectificación: corregir sus datos',
  OPOSICION: 'Oposición: no llamar más',
  SUPRESION: 'Supresión: borrar sus datos',
};

interface KindStepProps {
  request: DataRequest;
  kind: RequestKind;
  children: ReactNode;
  action: string;
  destructive?: boolean;
  disabled?: boolean;
  isPending?: boolean;
  onAct: (() => void) | undefined;
  done?: ReactNode;
}

/** One request kind; the button of the next one is filled. */
export function KindStep(props: KindStepProps) {
  const { request, kind, children, action, onAct, done, destructive, disabled, isPending } = props;
  const asked = request.kinds.find((each) => each.kind === kind);
  if (!asked) return null;
  const { doneAt, doneBy } = asked;
  const isNext = request.kinds.find((each) => each.doneAt === null)?.kind === kind;
  const waits = needsIdentification(kind) && request.identification === null;
  return (
    <Step
      title={TITLES[kind]}
      isDone={doneAt !== null}
      text={
        doneAt === null ? (
          children
        ) : (
          <>
            Hecho el {formatDateTime(doneAt)}
            {doneBy && `, por ${doneBy.name}`}. {done}
          </>
        )
      }
      action={
        doneAt === null &&
        onAct && (
          <Button
            variant={isNext && !waits ? 'contained' : 'outlined'}
            color={destructive ? 'error' : 'primary'}
            disabled={disabled || waits}
            aria-busy={isPending}
            onClick={isPending ? undefined : onAct}
          >
            {action}
          </Button>
        )
      }
    />
  );
}

interface RequestStepsProps {
  request: DataRequest;
  /** Undefined until the person is known. */
  children?: Record<RequestKind, ReactNode>;
}

export function RequestSteps({ request, children }: RequestStepsProps) {
  const { kinds } = request;
  return (
    <Section title="Qué hay que hacer">
      <Steps as="ol">
        {kinds.some(({ kind }) => needsIdentification(kind)) && (
          <IdentificationStep key={`identification-${request.id}`} request={request} isNext={children !== undefined} />
        )}
        {kinds.map(({ kind }) => (
          <Fragment key={kind}>
            {children?.[kind] ?? (
              <Step title={TITLES[kind]} isDone={false} text="Indique antes de quién son los datos." />
            )}
          </Fragment>
        ))}
        <AnswerStep key={`answer-${request.id}`} request={request} />
      </Steps>
    </Section>
  );
}

/** Before everything is done it takes another click, since it needs a reason or refuses. */
function AnswerStep({ request }: { request: DataRequest }) {
  const [isEarly, setEarly] = useState(() => hasAnswerDraft(request.id));
  const done = request.kinds.filter(({ doneAt }) => doneAt !== null).length;
  const isDone = done === request.kinds.length;
  return (
    <Step
      title="Responder y cerrar"
      isDone={false}
      text={
        isDone
          ? 'Ya se hizo todo lo que pide.'
          : 'Cuando esté hecho lo anterior. Antes, solo para rechazarlo o si hay un motivo.'
      }
      action={!isDone && !isEarly && <Button onClick={() => setEarly(true)}>Responder ya</Button>}
    >
      {(isDone || isEarly) && (
        <Box sx={{ mt: 3 }}>
          <AnswerForm key={done} request={request} />
        </Box>
      )}
    </Step>
  );
}

const identificationValues = dataRequest.pick({ identification: true });
const identificationRules = z.object({
  identification: identificationValues.shape.identification
    .refine((identification) => identification !== null, 'Elija cómo se identificó.')
    .transform((identification): IdentificationBody => identification)
    .pipe(requestPatch.shape.identification.unwrap()),
});

function IdentificationStep({ request, isNext }: { request: DataRequest; isNext: boolean }) {
  const change = useChangeRequest();
  const [isAsked, setAsked] = useState(false);
  const { form, status, isRestored } = useRecordForm({
    name: `identification:${request.id}`,
    schema: identificationValues,
    rules: identificationRules,
    mode: 'onSubmit',
    record: request,
    valuesOf: (record = request) => ({ identification: record.identification }),
    reload: () => fetchRequest(request.id),
    send: ({ changes, version }) => change.mutateAsync({ params: { id: request.id }, body: { ...changes, version } }),
    failed: DATA_REQUEST_FAILED,
    onSaved: () => setAsked(false),
  });
  const isEditing = isAsked || isRestored;
  const isKnown = request.identification !== null;
  const cancel = () => {
    status.undo();
    setAsked(false);
  };
  return (
    <Step
      title="Identificación de la persona"
      isDone={isKnown}
      text={
        isKnown ? (
          <>
            {identificationText(request)}.{' '}
            {!isEditing && (
              <Link component="button" type="button" onClick={() => setAsked(true)} sx={{ verticalAlign: 'baseline' }}>
                Cambiar
              </Link>
            )}
          </>
        ) : (
          'Hace falta antes de informar, rectificar o borrar.'
        )
      }
    >
      {(!isKnown || isEditing || status.conflicts.length > 0) && (
        <InlineForm
          status={status}
          isEager
          labels={{ identification: 'Identificación' }}
          inWords={(_field, chosen) =>
            identificationText({ ...request, identification: chosen as DataRequest['identification'] })
          }
          variant={isNext && !isKnown ? 'contained' : 'outlined'}
          other={isEditing && <Button onClick={cancel}>Cancelar</Button>}
          isWide
          gap={3}
          sx={{ mt: 3 }}
        >
          <IdentificationFields form={form} />
        </InlineForm>
      )}
    </Step>
  );
}

const outcomes = (isDone: boolean) =>
  [
    { id: 'CUMPLIDO', name: isDone ? 'Cumplido: se hizo lo que pidió' : 'Cumplido, por un motivo, sin hacer todo' },
    { id: 'RECHAZADO', name: 'Rechazado: se explicó por qué no' },
  ] as const;

const { shape } = answerBody;
const answerValues = z.object({ state: shape.state.nullable(), answer: z.string(), undoneReason: z.string() });
type AnswerValues = z.infer<typeof answerValues>;
const NO_ANSWER: AnswerValues = { state: null, answer: '', undoneReason: '' };
const sentAnswer = z.object({
  state: z.enum(shape.state.options, 'Elija el resultado.'),
  answer: shape.answer,
  undoneReason: shape.undoneReason.unwrap(),
});

const draftOf = (requestId: number) => [getSession()?.userId ?? 0, `answer:${requestId}`] as const;
export const hasAnswerDraft = (requestId: number) => hasDraft(...draftOf(requestId));
/** For closed requests: their texts may have been erased. */
export const forgetAnswer = (requestId: number) => dropDraft(...draftOf(requestId));

/** The answer closes the request; fulfilled although something is not done needs a reason. */
export function AnswerForm({ request }: { request: DataRequest }) {
  const answer = useEndpointMutation(personalData.answerRequest, requestSaved);
  const undone = request.kinds.filter(({ doneAt }) => doneAt === null);
  const isDone = undone.length === 0;
  // While something is not done, CUMPLIDO is not preselected.
  const stateOf = ({ state }: AnswerValues) => state ?? (isDone ? 'CUMPLIDO' : null);
  const needsReason = (values: AnswerValues) => stateOf(values) === 'CUMPLIDO' && !isDone;
  const { form, draft, status } = useRecordForm({
    name: draftOf(request.id)[1],
    schema: answerValues,
    rules: answerValues
      .transform((values) => ({
        // The next schema refuses null.
        state: stateOf(values)!,
        answer: values.answer,
        undoneReason: needsReason(values) ? values.undoneReason : null,
      }))
      .pipe(sentAnswer),
    mode: 'onSubmit',
    record: request,
    // An open request has no saved answer, so other changes of the request cannot conflict with this one.
    valuesOf: () => NO_ANSWER,
    reload: () => fetchRequest(request.id),
    staysOnLeaving: true,
    send: ({ valid, version }) => answer.mutateAsync({ params: { id: request.id }, body: { ...valid, version } }),
    failed: DATA_REQUEST_FAILED,
    done: 'El pedido fue respondido.',
  });
  return (
    <InlineForm
      status={status}
      action="Responder y cerrar"
      isEager
      // Only the next action is filled.
      variant={isDone ? 'contained' : 'outlined'}
    >
      <Bound form={form} name="state">
        {(field) => (
          <ChoiceField
            {...field}
            label="Resultado"
            placeholder="Elija el resultado"
            options={outcomes(isDone)}
            value={stateOf(draft.values)}
          />
        )}
      </Bound>
      {needsReason(draft.values) && (
        <TextInput
          form={form}
          name="undoneReason"
          label="Por qué se lo da por cumplido"
          help={`No se hizo: ${kindsInWords(undone).toLowerCase()}. El motivo queda en el registro y en la auditoría: no escriba datos de la persona.`}
        />
      )}
      <TextInput form={form} name="answer" label="Qué se respondió" multiline minRows={3} />
    </InlineForm>
  );
}
