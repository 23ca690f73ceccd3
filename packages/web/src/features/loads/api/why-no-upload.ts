import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { errorSpec } from '@campanero/contract/errors';
import { loadRefusalIn } from '@campanero/contract/loads/refusal';
import { call } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/errors.ts';

/**
 * Why the campaign would take no file at this moment, as the server would say it. Asked apart, because a server that refuses
 * half a gigabyte while it is being sent closes the line, and then the browser tells of a broken line and not of the answer.
 */
export async function whyNoUpload(campaignId: number, signal: AbortSignal): Promise<ApiError | undefined> {
  const { status } = await call(campaigns.detail, { params: { id: campaignId } }, { signal });
  const code = loadRefusalIn(status);
  return code === null ? undefined : new ApiError({ code, status: errorSpec(code).status });
}
