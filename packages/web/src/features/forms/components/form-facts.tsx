import type { FormDetail } from '@campanero/contract/forms/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { FactList } from '../../../components/page/fact-list.tsx';

/** What an import would bring (spec 7: name, available, createdAt). */
export function FormFacts({ form }: { form: FormDetail }) {
  return (
    <FactList
      facts={[
        { label: 'Nombre', value: form.name },
        { label: 'Contactos disponibles', value: formatCount(form.available) },
        { label: 'Creado', value: <bdi>{formatDateTime(form.createdAt)}</bdi> },
      ]}
    />
  );
}
