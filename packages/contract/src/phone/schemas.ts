import { z } from 'zod';
import { DIAL_TEMPLATE_MAX } from '../limits.ts';
import { instant, rowVersion } from '../shared/paging.ts';
import { rawText } from '../shared/text-schema.ts';
import { dialTemplateFault } from './dial.ts';

export const dialTemplate = rawText(DIAL_TEMPLATE_MAX, { notEmpty: 'Escriba cómo se marca.' }).superRefine(
  (template, ctx) => {
    const message = dialTemplateFault(template);
    if (message) ctx.addIssue({ code: 'custom', message, input: template });
  },
);

const prefixes = {
  zero: z.boolean(),
  fifteen: z.boolean(),
  nine: z.boolean(),
  allMobile: z.boolean(),
  shortLocal: z.boolean(),
};

export const dialBody = z.object({ template: dialTemplate, ...prefixes, version: rowVersion });
export type DialBody = z.infer<typeof dialBody>;

export const dialSetting = z.object({
  template: z.string(),
  ...prefixes,
  /** The city's area code (Primeros pasos). */
  areaCode: z.string().nullable(),
  version: z.number(),
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
});
export type DialSetting = z.infer<typeof dialSetting>;
