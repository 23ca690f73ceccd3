import { createFileStore } from './files/store.ts';
import { createBuiltInForms } from './forms/built-in.ts';
import { createHttpForms } from './forms/http.ts';
import type { FormsConnector, RemoteForm } from './forms/port.ts';
import { createBuiltInOrion } from './orion/built-in.ts';
import { createHttpOrion } from './orion/http.ts';
import type { ConnectorDeps } from './remote/system.ts';

/** The configured file store and other systems, or the ones built in. */
export function connectSystems({ config, db, log, clock }: ConnectorDeps) {
  const { orionUrl, formsUrl } = config;
  const forms = formsUrl ? createHttpForms({ base: formsUrl, clock, log }) : createBuiltInForms(db);
  return {
    files: createFileStore(config),
    forms: withFormCache(forms, clock),
    orion: orionUrl ? createHttpOrion({ base: orionUrl, clock, log }) : createBuiltInOrion(db),
  };
}

const FRESH_MS = 2_000;
const ENTRIES_MAX = 1_000;

/** Caches forms for two seconds, unknown ones too, but no failures. Concurrent requests share one. */
export function withFormCache(forms: FormsConnector, clock: () => Date): FormsConnector {
  const cache = new Map<string, { until: number; form: Promise<RemoteForm | null> }>();
  return {
    ...forms,
    find(formId) {
      const known = cache.get(formId);
      if (known && known.until > clock().getTime()) return known.form;
      const entry = { until: Number.POSITIVE_INFINITY, form: forms.find(formId) };
      // Evicts the oldest: Maps iterate in insertion order.
      if (cache.size >= ENTRIES_MAX) cache.delete(cache.keys().next().value ?? '');
      cache.delete(formId);
      cache.set(formId, entry);
      entry.form.then(
        () => (entry.until = clock().getTime() + FRESH_MS),
        () => cache.get(formId) === entry && cache.delete(formId),
      );
      return entry.form;
    },
  };
}
