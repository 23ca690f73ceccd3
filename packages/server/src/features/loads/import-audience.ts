import type { LoadOptions } from '@campanero/contract/loads/schemas';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { acceptLoad } from './accept-load.ts';

/** An audience of the phone dashboard. It is asked for before the campaign is locked: another system may be slow. */
export async function importDashboard(ctx: SignedCtx, campaignId: number, audienceId: string, options: LoadOptions) {
  const audience = await ctx.orion.find(audienceId);
  if (!audience) throw new AppError('DASHBOARD_AUDIENCE_UNKNOWN');
  const origin = { source: 'dashboard' as const, sourceId: audience.id, name: audience.description };
  return acceptLoad(ctx, campaignId, origin, options);
}

/** The people enrolled in a form; one without any is refused (spec 5, Form import). */
export async function importForm(ctx: SignedCtx, campaignId: number, formId: string, options: LoadOptions) {
  const form = await ctx.forms.find(formId);
  if (!form) throw new AppError('FORM_UNKNOWN');
  if (form.available <= 0) throw new AppError('FORM_EMPTY');
  return acceptLoad(ctx, campaignId, { source: 'form', sourceId: form.id, name: form.name }, options);
}
