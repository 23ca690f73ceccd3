import { urlOf } from '@campanero/contract/client';
import { loads } from '@campanero/contract/loads/endpoints';
import { useMutation } from '@tanstack/react-query';
import { saveBlob } from '../../../components/files/blob.tsx';
import { API_ROOT } from '../../../lib/api.ts';
import { errorText } from '../../../lib/errors.ts';
import { download } from '../../../lib/files.ts';
import { notify } from '../../../lib/snackbar.ts';
import { REJECTED_FAILED } from '../texts.ts';

/** The rejected rows as a CSV that loads again as it is, once corrected (decisions 7). */
export const useDownloadRejected = (campaignId: number) =>
  useMutation({
    mutationFn: () => download(`${API_ROOT}${urlOf(loads.rejected, { params: { id: campaignId } })}`),
    onSuccess: (blob) => saveBlob(blob, `filas-rechazadas-${campaignId}.csv`),
    onError: (error) => notify.error(errorText(error, REJECTED_FAILED)),
  });
