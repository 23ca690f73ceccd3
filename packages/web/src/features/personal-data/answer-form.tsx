import { personalData } from '@campanero/contract/personal-data/endpoints';
import { answerBody, type DataRequest, kindsInWords } from '@campanero/contract/personal-data/request-schemas';
import { z } from 'zod';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Bound, TextInput } from '../../components/fields/text-input.tsx';
import { InlineForm } from '../../components/form/form-panel.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { dropDraft, hasDraft } from '../../lib/draft.ts';
import { useRecordForm } from '../../lib/forms.ts';
import { getSession } from '../../lib/session.ts';
import { DATA_REQUEST_FAILED, fetchRequest, requestSaved } from './api.ts';

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
