import type { LoadOptions } from '@campanero/contract/loads/schemas';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { acceptLoad } from './accept-load.ts';

/** One or two CSV files, in the store by now and looked into as far as their head tells; the job does the rest. */
export async function uploadAudience(
  ctx: SignedCtx,
  campaignId: number,
  files: readonly UploadedFile[],
  options: LoadOptions,
) {
  if (files.length === 0) throw new AppError('NO_FILE');
  return acceptLoad(ctx, campaignId, { source: 'csv', files }, options);
}
