import type { FormCapacity as Capacity } from '@campanero/contract/forms/schemas';
import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { CapacityMeter } from '../../../components/page/capacity-meter.tsx';
import { Delayed } from '../../../components/page/page-header.tsx';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { CAPACITY_FAILED, FORM_NOT_FOUND } from '../texts.ts';

/** A form's places; 422 means that the forms system does not know it (spec 7). */
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
