import { z } from 'zod';
import { RemoteLie } from './get-json.ts';

// What another system says is a claim: these are the pieces its documented shapes are checked with, one by one.

export const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u);
export const remoteId = z.union([oneLine(100), z.number().int().min(0)]).transform(String);
export const count = z.number().int().min(0);
export const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const isWebAddress = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
/** An address that a browser would run instead of open is as good as none. */
export const webAddress = z
  .string()
  .max(2000)
  .nullish()
  .transform((text) => (text && isWebAddress(text) ? text : null));

export function understand<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.slice(0, 5).map((issue) => issue.path.join('.'));
  throw new RemoteLie(`unexpected shape at ${paths.join(', ')}`);
}
