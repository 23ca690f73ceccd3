import { isQuestion, optionsOf, type SurveyItem } from '@campanero/contract/surveys/definition';
import { type QuotaCell, quotaCellBody, type QuotaCellBody } from '@campanero/contract/surveys/quota-schemas';
import { z } from 'zod';
import { SubmitButton } from '../../../components/action-button.tsx';
import { type Choice, ChoiceField } from '../../../components/fields/choice-field.tsx';
import { Bound, TextInput } from '../../../components/fields/text-input.tsx';
import { FormDialog } from '../../../components/form/dialogs.tsx';
import { checkTyped, numberIn, useSendForm } from '../../../lib/forms.ts';

interface QuotaDialogProps {
  /** Undefined: a new one. */
  cell: QuotaCell | undefined;
  items: readonly SurveyItem[];
  sections: readonly Choice<string>[] | undefined;
  send: (cell: QuotaCellBody) => Promise<unknown>;
  onClose: () => void;
}

const GENDERS: Choice<string>[] = [
  { id: 'F', name: 'Mujeres' },
  { id: 'M', name: 'Varones' },
  { id: 'X', name: 'Otro género' },
];

/** As typed; empty: whatever it is. */
const typed = z.object({
  sectionId: z.string(),
  gender: z.string(),
  ageFrom: z.string(),
  ageTo: z.string(),
  answer: z.string(),
  target: z.string(),
});
type Typed = z.infer<typeof typed>;

const answerKey = ({ questionId, value }: { questionId: number; value: number }) => `${questionId}:${value}`;

const typedOf = (cell: QuotaCell | undefined): Typed => ({
  sectionId: cell?.sectionId ?? '',
  gender: cell?.gender ?? '',
  ageFrom: String(cell?.ageFrom ?? ''),
  ageTo: String(cell?.ageTo ?? ''),
  answer: cell?.answer ? answerKey(cell.answer) : '',
  target: String(cell?.target ?? ''),
});

const rulesFor = (cell: QuotaCell | undefined) =>
  typed.transform(({ sectionId, gender, ageFrom, ageTo, answer, target }, context): QuotaCellBody => {
    const [questionId, value] = answer.split(':').map(Number);
    const given = {
      ...(cell && { id: cell.id }),
      sectionId: sectionId || null,
      gender: gender || null,
      ageFrom: numberIn(ageFrom),
      ageTo: numberIn(ageTo),
      answer: answer ? { questionId, value } : null,
      target: numberIn(target),
      isOff: cell?.isOff ?? false,
    };
    return checkTyped(quotaCellBody, given, context);
  });

const answersAmong = (items: readonly SurveyItem[]): Choice<string>[] =>
  items
    .filter(isQuestion)
    .flatMap((question) =>
      optionsOf(question).map(({ id, text }) => ({
        id: answerKey({ questionId: question.id, value: id }),
        name: `${question.text} ${text || id}`,
      })),
    );

export function QuotaDialog({ cell, items, sections, send, onClose }: QuotaDialogProps) {
  const { form, status } = useSendForm<Typed, QuotaCellBody>({
    rules: rulesFor(cell),
    defaults: typedOf(cell),
    send,
    failed: 'No fue posible guardar el cupo. Inténtelo de nuevo.',
    onSent: onClose,
  });
  const choice = (
    name: 'sectionId' | 'gender' | 'answer',
    label: string,
    options: readonly Choice<string>[] | undefined,
  ) => (
    <Bound form={form} name={name}>
      {({ value, onChange, ...field }) => (
        <ChoiceField
          {...field}
          label={label}
          placeholder="Cualquiera"
          clearable
          options={options}
          value={value || null}
          onChange={(id) => onChange(id ?? '')}
        />
      )}
    </Bound>
  );
  return (
    <FormDialog
      title={cell ? 'Cambiar el cupo' : 'Agregar un cupo'}
      isWide
      width={640}
      onSubmit={status.submit}
      error={status.refusal}
      isPending={status.isPending}
      submit={<SubmitButton isPending={status.isPending}>Guardar</SubmitButton>}
      onClose={onClose}
    >
      {choice('sectionId', 'Sección', sections)}
      {choice('gender', 'Género', GENDERS)}
      <TextInput form={form} name="ageFrom" label="Edad desde" inputMode="numeric" />
      <TextInput form={form} name="ageTo" label="Edad hasta" inputMode="numeric" />
      {items.length > 0 && <div data-wide>{choice('answer', 'Quienes respondieron', answersAmong(items))}</div>}
      <TextInput
        form={form}
        name="target"
        label="Cuántas entrevistas completas"
        inputMode="numeric"
        help="Al llegar a este número no se entregan más contactos de este cupo."
      />
    </FormDialog>
  );
}
