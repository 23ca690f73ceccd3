import { type FormCapacity as Capacity, type FormDetail, forms } from '@campanero/contract/forms/endpoints';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Alert, Link } from '@mui/material';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Line } from '../../components/layout.tsx';
import { CapacityLine, CapacityMeter, CapacityRefresh } from '../../components/page/capacity.tsx';
import { FactList } from '../../components/page/fact-list.tsx';
import { DelayedSkeleton } from '../../components/page/page-header.tsx';
import { safeLink } from '../../components/safe-link.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { endpointQuery } from '../../lib/queries.ts';

/** Every role that sees the campaign may ask. */
export const campaignCapacityQuery = (campaignId: number) =>
  endpointQuery('forms', forms.campaignCapacity, { params: { id: campaignId } }, { retry: false });

export const isFormUnknown = (error: Error | null) => error instanceof ApiError && error.status === 422;

export function FormCapacity({ result }: { result: UseQueryResult<Capacity> }) {
  if (result.data) return <CapacityMeter {...result.data} onRefresh={() => result.refetch()} />;
  if (result.isError) {
    const text = isFormUnknown(result.error) ? FORM_NOT_FOUND : errorText(result.error, CAPACITY_FAILED);
    return <Alert severity="warning">{text}</Alert>;
  }
  return <DelayedSkeleton width={240} height={56} />;
}

export function FormCapacityLine({ campaignId }: { campaignId: number }) {
  const result = useQuery(campaignCapacityQuery(campaignId));
  const { data, error } = result;
  if (data) return <CapacityLine slots={data.slots} enrolled={data.enrolled} onRefresh={() => result.refetch()} />;
  if (!error) return null;
  return (
    <Line gap={1} sx={{ typography: 'caption', color: 'text.secondary' }}>
      {isFormUnknown(error) ? 'Formulario no encontrado' : 'Cupos sin datos'}
      <CapacityRefresh onRefresh={() => result.refetch()} />
    </Line>
  );
}

type FormNameProps = { formName: string | null; formUrl: string | null };

/** A link, if the form has an address. */
export function FormName({ formName, formUrl }: FormNameProps) {
  const address = safeLink(formUrl);
  if (!address) return formName;
  return (
    <Link href={address} target="_blank" rel="noopener noreferrer">
      {formName ?? address}
    </Link>
  );
}

export const FormFacts = ({ form }: { form: FormDetail }) => (
  <FactList
    facts={[
      { label: 'Nombre', value: form.name },
      { label: 'Contactos disponibles', value: formatCount(form.available) },
      { label: 'Creado', value: <bdi>{formatDateTime(form.createdAt)}</bdi> },
    ]}
  />
);

export const FORM_NOT_FOUND = 'El formulario no se encontró en el sistema de formularios.';
const CAPACITY_FAILED = 'No fue posible consultar los cupos del formulario.';
