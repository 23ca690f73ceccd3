import { questions } from '@campanero/contract/questions/endpoints';
import { questionAnswerBody, type Question } from '@campanero/contract/questions/schemas';
import { Button, Typography } from '@mui/material';
import { TextInput } from '../../components/fields/text-input.tsx';
import { RecordDialog } from '../../components/form/form-panel.tsx';
import { Muted, Stacked } from '../../components/layout.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useSendForm } from '../../lib/forms.ts';
import { notify } from '../../lib/snackbar.ts';

const FAILED = 'No fue posible responder la consulta, por favor inténtelo de nuevo o contacte con el soporte.';

/** Answering closes it. It can be closed without an answer, too. */
export function AnswerDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const { id, askedBy, campaign } = question;
  const params = { id };
  const changes = ['questions', 'live', 'calls'] as const;
  const send = useEndpointMutation(questions.answer, { changes, evenIfRefused: true, isRepeatable: true });
  const close = useEndpointMutation(questions.answer, { changes, evenIfRefused: true, failed: FAILED });
  const { form, status } = useSendForm({
    rules: questionAnswerBody.extend({ answer: questionAnswerBody.shape.answer.min(1, 'Escriba la respuesta.') }),
    defaults: { answer: '' },
    send: (body) => send.mutateAsync({ params, body }),
    failed: FAILED,
    done: `La respuesta le llegó a ${askedBy.name}.`,
    onSent: onClose,
  });
  return (
    <RecordDialog
      title="Responder la consulta"
      width={560}
      status={status}
      action="Responder y cerrar"
      pendingText="Enviando…"
      unchanged="Escriba la respuesta."
      isBusy={close.isPending}
      other={
        <Button
          variant="text"
          sx={{ marginInlineEnd: 'auto', flexBasis: { xs: '100%', sm: 'auto' }, justifyContent: 'flex-start' }}
          onClick={() =>
            close.mutate(
              { params, body: { answer: '' } },
              {
                onSuccess: () => {
                  notify.success('Consulta cerrada.');
                  onClose();
                },
              },
            )
          }
        >
          Cerrar sin responder
        </Button>
      }
      onClose={onClose}
    >
      <Stacked gap={1}>
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{question.question}</Typography>
        <Muted>
          {askedBy.name} · {campaign.name}
        </Muted>
      </Stacked>
      <TextInput
        form={form}
        name="answer"
        label="Respuesta"
        multiline
        minRows={3}
        maxRows={8}
        autoFocus
        help="La lee quien preguntó y quien llame después a este contacto."
      />
    </RecordDialog>
  );
}
