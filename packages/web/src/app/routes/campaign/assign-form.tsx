import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formDetailQuery } from '../../../features/forms/api.ts';
import { FormFacts } from '../../../features/forms/form-capacity.tsx';
import type { ChosenForm } from '../../../features/forms/form-search-field.tsx';
import { ImportPanel } from '../../../features/loads/import-panel.tsx';
import type { AssignTabProps } from './assign-tabs.ts';

/** The search comes with its tab: most audiences are files, and the page stays within its budget (UX-12). */
const FormSearchField = lazy(() =>
  import('../../../features/forms/form-search-field.tsx').then((module) => ({
    default: module.FormSearchField,
  })),
);

/** Imports the people enrolled in a form; only while it has any to give (spec 5, Form import). */
export function AssignForm(props: AssignTabProps) {
  const [form, setForm] = useState<ChosenForm | null>(null);
  const details = useQuery(formDetailQuery(form?.id ?? ''));
  const found = form && details.data;
  return (
    <ImportPanel
      {...props}
      source="form"
      label="Formulario"
      sourceId={form?.id ?? null}
      search={
        <Suspense fallback={<Skeleton height={86} />}>
          <FormSearchField form={form} onChange={setForm} />
        </Suspense>
      }
      details={{ isError: details.isError, error: details.error, shown: found && <FormFacts form={found} /> }}
      whyNot={found && found.available <= 0 ? 'El formulario no tiene contactos disponibles.' : undefined}
    />
  );
}
