import {
  type DataRequest,
  dataRequest,
  needsIdentification,
  requestPatch,
  type RequestKind,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { Box, Button, Link, styled } from '@mui/material';
import { type FormEvent, Fragment, type ReactNode, useState } from 'react';
import { CHOOSE_FIRST, ConflictChoices } from '../../components/form/conflict-choices.tsx';
import { IconCircleCheck, IconCircleDashed } from '../../components/icons.ts';
import { Section } from '../../components/page/section.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useRecordDraft } from '../../lib/record-draft.ts';
import { notify } from '../../lib/snackbar.ts';
import { AnswerForm, hasAnswerDraft } from './answer-form.tsx';
import { fetchRequest, useChangeRequest } from './api.ts';
import { IdentificationFields } from './request-fields.tsx';
import { faultsByField, identificationText } from './request-words.ts';
import { DATA_REQUEST_FAILED } from './texts.ts';

const Steps = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    columnGap: 12,
    padding: '14px 16px',
    borderTop: `1px solid ${theme.palette.line.soft}`,
  },
  '& > li > svg': { marginTop: 1, color: theme.palette.text.disabled },
  '& > li[data-done] > svg': { color: theme.palette.success.main },
  '& h3': { ...theme.typography.body1, fontWeight: 600, margin: 0 },
  '& p': { ...theme.typography.body2, margin: '2px 0 0', color: theme.palette.text.secondary, maxWidth: '70ch' },
  '& p a': { color: 'inherit' },
}));

interface StepProps {
  title: string;
  isDone: boolean;
  text: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** One thing to do: whether it is done, what it means, and the button that does it. */
function Step({ title, isDone, text, action, children }: StepProps) {
  const Sign = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <li data-done={isDone ? '' : undefined}>
      <Sign size={20} stroke={1.75} aria-hidden />
      <div>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' }}>
          <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
            <h3>
              {title}
              <VisuallyHidden>{isDone ? ' (hecho)' : ' (por hacer)'}</VisuallyHidden>
            </h3>
            {text && <p>{text}</p>}
          </Box>
          {action}
        </Box>
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
  /** What it does, or how far it is. */
  children: ReactNode;
  action: string;
  destructive?: boolean;
  disabled?: boolean;
  isPending?: boolean;
  /** Undefined: it is being done. */
  onAct: (() => void) | undefined;
  /** After it was done: the way to what came of it. */
  done?: ReactNode;
}

/** One thing that is asked for. The button of what comes next is filled. */
export function KindStep({ request, kind, children, action, onAct, done, ...button }: KindStepProps) {
  const { destructive = false, disabled = false, isPending = false } = button;
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
  /** How each thing is done; absent until it is known whose data they are. */
  children?: Record<RequestKind, ReactNode>;
}

/** Everything between the request and its answer, in the order in which it is done. */
export function RequestSteps({ request, children }: RequestStepsProps) {
  const { kinds } = request;
  return (
    <Section title="Qué hay que hacer">
      <Steps>
        {kinds.some(({ kind }) => needsIdentification(kind)) && (
          <IdentificationStep key={request.id} request={request} isNext={children !== undefined} />
        )}
        {kinds.map(({ kind }) => (
          <Fragment key={kind}>
            {children?.[kind] ?? (
              <Step title={TITLES[kind]} isDone={false} text="Indique antes de quién son los datos." />
            )}
          </Fragment>
        ))}
        <AnswerStep key={request.id} request={request} />
      </Steps>
    </Section>
  );
}

/** Offered when everything is done; before that it takes one more click, since it then needs a reason or refuses. */
function AnswerStep({ request }: { request: DataRequest }) {
  const [isEarly, setEarly] = useState(() => hasAnswerDraft(request.id));
  const isDone = request.kinds.every(({ doneAt }) => doneAt !== null);
  return (
    <Step
      title="Responder y cerrar"
      isDone={false}
      text={
        isDone
          ? 'Ya se hizo todo lo que pide.'
          : 'Cuando esté hecho lo anterior. Antes, solo para rechazarlo o si hay un motivo.'
      }
      action={
        !isDone &&
        !isEarly && (
          <Button variant="outlined" onClick={() => setEarly(true)}>
            Responder ya
          </Button>
        )
      }
    >
      {(isDone || isEarly) && (
        <Box sx={{ mt: 3 }}>
          <AnswerForm request={request} />
        </Box>
      )}
    </Step>
  );
}

const identificationValues = dataRequest.pick({ identification: true });

/** How the person was identified: asked for once, and open to correction. */
function IdentificationStep({ request, isNext }: { request: DataRequest; isNext: boolean }) {
  const change = useChangeRequest();
  const draft = useRecordDraft({
    name: `identification:${request.id}`,
    schema: identificationValues,
    record: request,
    valuesOf: ({ identification }) => ({ identification }),
    reload: () => fetchRequest(request.id),
  });
  const { identification: value } = draft.values;
  const [isEditing, setEditing] = useState(draft.isKept);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const isKnown = request.identification !== null;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!value) return setFaults({ identification: 'Elija cómo se identificó.' });
    const read = requestPatch.safeParse({ identification: value, version: request.version });
    if (!read.success) return setFaults(faultsByField(read.error));
    if (draft.isUndecided) return notify.warning(CHOOSE_FIRST);
    try {
      const params = { id: request.id };
      if (await draft.save(({ version }) => change.mutateAsync({ params, body: { ...read.data, version } })))
        setEditing(false);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setFaults(fields);
      if (Object.keys(fields).length === 0) notify.error(errorText(error, DATA_REQUEST_FAILED));
    }
  };
  const cancel = () => {
    draft.discard();
    setEditing(false);
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
              <Link
                component="button"
                type="button"
                onClick={() => setEditing(true)}
                sx={{ verticalAlign: 'baseline' }}
              >
                Cambiar
              </Link>
            )}
          </>
        ) : (
          'Hace falta antes de informar, rectificar o borrar.'
        )
      }
    >
      {(!isKnown || isEditing || draft.conflicts.length > 0) && (
        <Box
          component="form"
          noValidate
          onSubmit={(event) => void save(event)}
          sx={{ mt: 3, display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr' } }}
        >
          <IdentificationFields
            value={value}
            onChange={(changed) => {
              draft.change({ identification: changed && { note: '', ...changed } });
              setFaults({});
            }}
            errors={faults}
          />
          {draft.conflicts.length > 0 && (
            <Box sx={{ gridColumn: '1 / -1' }}>
              <ConflictChoices
                conflicts={draft.conflicts}
                labels={{ identification: 'Identificación' }}
                inWords={(_field, chosen) => identificationText({ ...request, identification: chosen as typeof value })}
                onChoose={draft.choose}
              />
            </Box>
          )}
          <Box sx={{ gridColumn: '1 / -1', display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
            {isEditing && <Button onClick={cancel}>Cancelar</Button>}
            <Button
              type="submit"
              variant={isNext && !isKnown ? 'contained' : 'outlined'}
              disabled={change.isPending}
              aria-busy={change.isPending}
            >
              {change.isPending ? 'Guardando…' : 'Guardar'}
            </Button>
          </Box>
        </Box>
      )}
    </Step>
  );
}
