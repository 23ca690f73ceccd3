import { AppError } from '../../work/app-error.ts';
import type { Ctx } from '../../work/context.ts';

/** What the campaign keeps of the form its people are asked to fill in. */
export interface ChosenForm {
  formId: string | null;
  formName: string | null;
  formUrl: string | null;
}
export const NO_FORM: ChosenForm = { formId: null, formName: null, formUrl: null };

const isWebAddress = (url: string) => URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);

/**
 * Asks the forms system about the chosen form, before any transaction: nobody waits for another system while holding
 * locks. Unknown: 422; no answer: 503. An address that is no web page is not kept (SEC-37).
 */
export async function chooseForm({ forms }: Pick<Ctx, 'forms'>, formId: string | undefined): Promise<ChosenForm> {
  if (!formId) return NO_FORM;
  const form = await forms.find(formId);
  if (!form) throw new AppError('FORM_UNKNOWN', { fields: [{ field: 'formId', message: 'El formulario no existe.' }] });
  return { formId: form.id, formName: form.name, formUrl: form.url && isWebAddress(form.url) ? form.url : null };
}
