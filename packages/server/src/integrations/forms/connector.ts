import type { ConnectorDeps } from '../remote/system.ts';
import { createBuiltInForms } from './built-in.ts';
import { createHttpForms } from './http.ts';
import type { FormsConnector, RemoteForm } from './port.ts';

export function createFormsConnector({ config: { formsUrl }, db, log, clock }: ConnectorDeps): FormsConnector {
  return withFormCache(formsUrl ? createHttpForms({ base: formsUrl, clock, log }) : createBuiltInForms(db), clock);
}

const FRESH_MS = 2_000;
const ENTRIES_MAX = 1_000;

/** Caches forms for two seconds, unknown ones too, but no failures. Concurrent requests share one. */
export function withFormCache(forms: FormsConnector, clock: () => Date): FormsConnector {
  const cache = new Map<string, { until: number; form: Promise<RemoteForm | null> }>();

  function ask(formId: string): Promise<RemoteForm | null> {
    const form = forms.find(formId);
    const entry = { until: Number.POSITIVE_INFINITY, form };
    // Evicts the oldest: Maps iterate in insertion order.
    if (cache.size >= ENTRIES_MAX) cache.delete(cache.keys().next().value ?? '');
    cache.delete(formId);
    cache.set(formId, entry);
    form.then(
      () => {
        entry.until = clock().getTime() + FRESH_MS;
      },
      () => {
        if (cache.get(formId) === entry) cache.delete(formId);
      },
    );
    return form;
  }

  return {
    search: (typed) => forms.search(typed),
    registrations: (formId) => forms.registrations(formId),
    find(formId) {
      const entry = cache.get(formId);
      return entry && entry.until > clock().getTime() ? entry.form : ask(formId);
    },
  };
}
