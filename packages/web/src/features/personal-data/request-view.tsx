import {
  answerBody,
  type DataRequest,
  REMOVED_WORDS,
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  REQUEST_STATES,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDateTime, formatDay } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';
import { ConfirmDialog } from '../../components/form/dialogs.tsx';
import { FormNote } from '../../components/form/form-note.tsx';
import { type Fact, FactList, FormCard } from '../../components/page/fact-list.tsx';
import { useNow } from '../../lib/clock.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { notify } from '../../lib/snackbar.ts';
import { copiesQuery, useAnswerRequest, useChangeRequest, useForgetAsker } from './api.ts';
import { FindPerson } from './find-person.tsx';
import { dueText } from './request-words.ts';
import { REQUEST_FAILED } from './texts.ts';

const notTied = ({ state }: DataRequest) => (state === 'ABIERTO' ? 'Sin indicar todavía' : 'No se indicó');

interface Links {
  personLink: (personId: number) => string;
  exportLink: (exportId: string) => string;
}

export function RequestFacts({ request, personLink, exportLink }: { request: DataRequest } & Links) {
  const now = useNow();
  const facts: Fact[] = [
    { label: 'Tipo', value: REQUEST_KINDS[request.kind] },
    { label: 'Canal', value: REQUEST_CHANNELS[request.channel] },
    { label: 'Recibido', value: formatDay(request.receivedOn) },
    { label: 'Vence', value: `${formatDay(request.dueOn)} · ${dueText(request, now)}` },
    { label: 'Quién lo pide', value: request.asker },
    { label: 'Contacto', value: request.contact || '—' },
    {
      label: 'Persona',
      value: request.person ? (
        <Link component={RouterLink} to={personLink(request.person.id)}>
          {request.person.name ?? `Persona ${request.person.id}`}
        </Link>
      ) : (
        notTied(request)
      ),
      quiet: request.person === null,
    },
    { label: 'Qué pide', value: <Box sx={{ whiteSpace: 'pre-line' }}>{request.detail || '—'}</Box> },
    { label: 'Atiende', value: request.attendedBy?.name ?? 'Nadie todavía', quiet: request.attendedBy === null },
    { label: 'Registró', value: `${request.createdBy.name}, el ${formatDateTime(request.createdAt)}` },
  ];
  const answered: Fact[] =
    request.answeredAt === null
      ? []
      : [
          { label: 'Estado', value: REQUEST_STATES[request.state] },
          { label: 'Respuesta', value: <Box sx={{ whiteSpace: 'pre-line' }}>{request.answer}</Box> },
          { label: 'Respondió', value: `${request.answeredBy?.name ?? ''}, el ${formatDateTime(request.answeredAt)}` },
          ...(request.exportId
            ? [
                {
                  label: 'Informe',
                  value: (
                    <Link component={RouterLink} to={exportLink(request.exportId)}>
                      Informe entregado
                    </Link>
                  ),
                },
              ]
            : []),
        ];
  return (
    <FormCard title="El pedido">
      <FactList facts={[...facts, ...answered]} />
    </FormCard>
  );
}

/** Takes the request, or lets it go. */
export function AttendButton({ request, ownId }: { request: DataRequest; ownId: number | undefined }) {
  const change = useChangeRequest(request.id);
  const isMine = request.attendedBy?.id === ownId;
  const handleClick = () =>
    change.mutate(
      { attend: !isMine, version: request.version },
      { onError: (error) => notify.error(errorText(error, REQUEST_FAILED)) },
    );
  return (
    <Button variant="outlined" onClick={handleClick} disabled={change.isPending} aria-busy={change.isPending}>
      {isMine ? 'Dejar de atenderlo' : 'Atenderlo yo'}
    </Button>
  );
}

/** Removes from an answered request who made it: nobody needs to be answered any more. */
export function ForgetAsker({ request }: { request: DataRequest }) {
  const forget = useForgetAsker(request.id);
  const [isAsking, setAsking] = useState(false);
  if (request.asker === REMOVED_WORDS) return null;
  const confirm = () =>
    forget.mutate(request.version, {
      onSuccess: () => {
        notify.success('Los datos de quien hizo el pedido se quitaron.');
        setAsking(false);
      },
    });
  return (
    <>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        Quitar quién lo pidió
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="¿Quitar quién hizo este pedido?"
        action="Quitar"
        destructive
        pending={forget.isPending}
        pendingText="Quitando…"
        error={forget.error ? errorText(forget.error, REQUEST_FAILED) : undefined}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        Se borran el nombre, el contacto, lo que pidió y lo que se respondió. Quedan el tipo, las fechas, quién lo
        atendió y el resultado. No se puede deshacer.
      </ConfirmDialog>
    </>
  );
}

/** Whose data they are: looked for by what is known of them, then tied. */
export function RequestPerson({ request, personLink }: { request: DataRequest } & Pick<Links, 'personLink'>) {
  const change = useChangeRequest(request.id);
  const [asked, setAsked] = useState('');
  const tie = (personId: number) =>
    change.mutate(
      { personId, version: request.version },
      {
        onError: (error) =>
          notify.error((error instanceof ApiError && error.fields['personId']) || errorText(error, REQUEST_FAILED)),
      },
    );
  return (
    <Box sx={{ maxWidth: 720 }}>
      <FindPerson
        title="¿De quién son los datos?"
        begin={request.asker}
        asked={asked}
        onAsk={setAsked}
        linkTo={personLink}
        renderAction={({ id, name }) => (
          <Button
            size="small"
            aria-label={`Vincular con ${name || 'la persona sin nombre'}`}
            aria-busy={change.isPending}
            onClick={change.isPending ? undefined : () => tie(id)}
          >
            Vincular
          </Button>
        )}
      />
    </Box>
  );
}

const OUTCOMES = [
  { id: 'CUMPLIDO', name: 'Cumplido: se hizo lo que pidió' },
  { id: 'RECHAZADO', name: 'Rechazado: se explicó por qué no' },
] as const;
type Outcome = (typeof OUTCOMES)[number]['id'];

/** What was answered: it closes the request. */
export function AnswerForm({ request }: { request: DataRequest }) {
  const answer = useAnswerRequest(request.id);
  const [state, setState] = useState<Outcome>('CUMPLIDO');
  const [text, setText] = useState('');
  const [exportId, setExportId] = useState<string | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const read = answerBody.safeParse({ state, answer: text, exportId, version: request.version });
    if (!read.success) {
      setFaults(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])));
      return;
    }
    try {
      await answer.mutateAsync(read.data);
      notify.success('El pedido fue respondido.');
    } catch (error) {
      setFaults(error instanceof ApiError ? error.fields : {});
    }
  };
  return (
    <FormCard title="Responder">
      <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 4 }}>
        <ChoiceField
          label="Resultado"
          options={OUTCOMES}
          value={state}
          onChange={(chosen) => chosen && setState(chosen)}
          help={consequence(request, state)}
        />
        <Field label="Qué se respondió" error={faults['answer']}>
          {(wiring) => (
            <OutlinedInput
              {...wireInput(wiring)}
              fullWidth
              multiline
              minRows={3}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setFaults({});
              }}
            />
          )}
        </Field>
        {request.kind === 'ACCESO' && request.person && (
          <ReportChoice
            personId={request.person.id}
            value={exportId}
            onChange={setExportId}
            error={faults['exportId']}
          />
        )}
        <FormNote>
          {answer.error ? (faults['personId'] ?? errorText(answer.error, REQUEST_FAILED)) : undefined}
        </FormNote>
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <Button type="submit" variant="contained" disabled={answer.isPending} aria-busy={answer.isPending}>
            {answer.isPending ? 'Guardando…' : 'Responder y cerrar'}
          </Button>
        </Box>
      </Box>
    </FormCard>
  );
}

function consequence({ kind, person }: DataRequest, state: Outcome): string | undefined {
  if (kind !== 'OPOSICION' || state !== 'CUMPLIDO') return undefined;
  return person
    ? 'La persona queda marcada como No llamar en todas las campañas.'
    : 'Indique antes de qué persona es: quedará marcada como No llamar.';
}

interface ReportChoiceProps {
  personId: number;
  value: string | null;
  onChange: (exportId: string | null) => void;
  error: string | undefined;
}

/** Of the reports that were made of the person, the one that is handed over. */
function ReportChoice({ personId, value, onChange, error }: ReportChoiceProps) {
  const copies = useQuery(copiesQuery(personId));
  const reports = copies.data?.exports
    .filter(({ kind }) => kind === 'personal_data')
    .map(({ id, at, userName }) => ({ id, name: `Informe del ${formatDateTime(at)}, de ${userName}` }));
  return (
    <ChoiceField
      label="Informe entregado"
      optional
      clearable
      options={reports}
      value={value}
      onChange={onChange}
      error={error}
      help={reports?.length === 0 ? 'Se hace en la página de la persona, con Hacer informe.' : undefined}
    />
  );
}
