import { useQuery } from '@tanstack/react-query';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Explained } from '../../components/page/section.tsx';
import { errorText } from '../../lib/errors.ts';
import { surveysQuery } from './api.ts';

interface SurveyPickerProps {
  survey: { id: number; name: string } | null;
  /** What the campaign has now: offered also if it was disabled meanwhile. */
  present?: { id: number; name: string } | null;
  onChange: (survey: { id: number; name: string } | null) => void;
  error?: string;
}

const LIST_FAILED = 'No fue posible traer los relevamientos. Inténtelo de nuevo.';

/** What the people of a campaign are asked: an enabled questionnaire, or none. */
export function SurveyPicker({ survey, present = null, onChange, error }: SurveyPickerProps) {
  const list = useQuery(surveysQuery());
  const options = list.data?.filter(({ id, disable }) => !disable || id === present?.id);
  const failed = list.isError ? errorText(list.error, LIST_FAILED) : undefined;
  return (
    <Explained
      title="Lo que se pregunta"
      help="Las preguntas aparecen junto al resultado de cada llamado y las respuestas quedan en la campaña. Con respuestas ya no se cambia por otro. Se preparan en Configuración, Relevamientos."
    >
      <ChoiceField
        label="Relevamiento"
        optional
        placeholder="Sin relevamiento"
        clearable
        options={options}
        value={survey?.id ?? null}
        valueName={survey?.name}
        onChange={(chosen) => onChange(options?.find(({ id }) => id === chosen) ?? null)}
        error={error ?? failed}
        help={options?.length === 0 ? 'Todavía no hay relevamientos activados.' : undefined}
      />
    </Explained>
  );
}
