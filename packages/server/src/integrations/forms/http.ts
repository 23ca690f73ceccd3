import type { Logger } from 'pino';
import { z } from 'zod';
import { AppError } from '../../work/app-error.ts';
import { BreakerOpen, createBreaker } from '../remote/breaker.ts';
import { getJson, REMOTE_LIMITS, RemoteFailure, type RemoteLimits } from '../remote/get-json.ts';
import { SEARCH_LIMIT, type FormsConnector } from './port.ts';

export interface HttpFormsOptions {
  /** FORMS_URL: every request goes below it and nowhere else (SEC-42). */
  base: string;
  clock: () => Date;
  log: Logger;
  limits?: RemoteLimits;
}

const FAILURES = 3;
const OPEN_MS = 15_000;
const CONCURRENT = 20;

// What the other side says is a claim: shapes documented in docs/operations/forms-connector.md, checked here one by one.
const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u);
const remoteId = z.union([oneLine(100), z.number().int().min(0)]).transform(String);
const count = z.number().int().min(0);
const isWebAddress = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
/** An address that a browser would run instead of open is as good as none. */
const webAddress = z
  .string()
  .max(2000)
  .nullish()
  .transform((text) => (text && isWebAddress(text) ? text : null));

const remoteForm = z.object({
  id: remoteId,
  name: oneLine(200),
  url: webAddress,
  slots: count.nullish().transform((slots) => slots ?? null),
  enrolled: count,
  status: oneLine(40),
  available: count.optional(),
  createdAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});
const remoteForms = z.object({ forms: z.array(z.object({ id: remoteId, name: oneLine(200) })).max(1000) });

function understand<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.slice(0, 5).map((issue) => issue.path.join('.'));
  throw new RemoteFailure(`unexpected shape at ${paths.join(', ')}`);
}

/** A path part that cannot climb: `..` survives encoding and would be folded away with what stands before it. */
const isPathPart = (text: string) => text !== '' && !/^\.+$/.test(text);

export function createHttpForms({ base, clock, log, limits = REMOTE_LIMITS }: HttpFormsOptions): FormsConnector {
  const guarded = createBreaker({
    failures: FAILURES,
    openMs: OPEN_MS,
    concurrent: CONCURRENT,
    clock,
    onChange: (state, reason) => log.warn({ state, reason }, 'the forms system: circuit changed'),
  });
  const addressOf = (path: string) => {
    const url = new URL(base);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
    return url;
  };

  /** One question: whatever goes wrong over there is the one refusal of this connector. */
  async function ask<T>(address: URL, read: (answer: unknown) => T): Promise<T> {
    try {
      return await guarded(async () => read(await getJson(address, limits)));
    } catch (error) {
      if (error instanceof BreakerOpen)
        throw new AppError('FORMS_UNAVAILABLE', { retryAfter: error.retryAfterSeconds, cause: error });
      if (!(error instanceof RemoteFailure)) throw error;
      log.warn({ reason: error.message }, 'the forms system gave no usable answer');
      throw new AppError('FORMS_UNAVAILABLE', { cause: error });
    }
  }

  return {
    search({ name, id }) {
      if (!name && !id) return Promise.resolve([]);
      const address = addressOf('/forms');
      if (name) address.searchParams.set('name', name);
      if (id) address.searchParams.set('id', id);
      return ask(address, (answer) => understand(remoteForms, answer).forms.slice(0, SEARCH_LIMIT));
    },
    find(formId) {
      if (!isPathPart(formId)) return Promise.resolve(null);
      return ask(addressOf(`/forms/${encodeURIComponent(formId)}`), (answer) => {
        if (answer === null) return null;
        const { available, ...form } = understand(remoteForm, answer);
        if (form.id !== formId) throw new RemoteFailure('another form than the one asked for');
        return { ...form, available: available ?? form.enrolled };
      });
    },
  };
}
