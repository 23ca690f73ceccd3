import { AppError } from '../../work/app-error.ts';
import type { Ctx } from '../../work/context.ts';

/** An audience by the phone dashboard's id; unknown there is 422, a system that does not answer 503. */
export async function getDashboardAudience({ orion }: Pick<Ctx, 'orion'>, audienceId: string) {
  const audience = await orion.find(audienceId);
  if (!audience) throw new AppError('DASHBOARD_AUDIENCE_UNKNOWN');
  return audience;
}
