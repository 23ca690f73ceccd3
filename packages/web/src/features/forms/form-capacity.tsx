import type { FormCapacity as Capacity, FormDetail } from '@campanero/contract/forms/endpoints';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { Alert, Skeleton } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import { CapacityMeter } from '../../components/page/capacity.tsx';
import { FactList } from '../../components/page/fact-list.tsx';
import { Delayed } from '../../components/page/page-header.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';

/** 422: the forms system does not know it. */
export function FormCapacity({ result }: { result: UseQueryResult<Capacity> }) {
  if (result.data) return <CapacityMeter {...result.data} onRefresh={() => result.refetch()} />;
  if (result.isError) {
    const isUnknown = result.error instanceof ApiError && result.error.status === 422;
    return <Alert severity="warning">{isUnknown ? FORM_NOT_FOUND : errorText(result.error, CAPACITY_FAILED)}</Alert>;
  }
  return (
    <Delayed>
      <Skeleton width={240} height={56} />
    </Delayed>
  );
}

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

export const FORM_NOT_FOUND = 'El formulario no se encontró en el sistema de formularios.';
const CAPACITY_FAILED = 'No fue posible consultar los cupos del formulario.';
