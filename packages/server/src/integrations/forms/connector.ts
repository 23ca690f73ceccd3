import type { Deps } from '../../work/context.ts';
import { createBuiltInForms } from './built-in.ts';
import { createHttpForms } from './http.ts';
import type { FormsConnector, RemoteForm } from './port.ts';

/** The forms system behind FORMS_URL, or the one in this database. */
export function createFormsConnector({
  config,
  db,
  log,
  clock,
}: Pick<Deps, 'config' | 'db' | 'log' | 'clock'>): FormsConnector {
  const { formsUrl } = config;
  return withShortMemory(formsUrl ? createHttpForms({ base: formsUrl, clock, log }) : createBuiltInForms(db), clock);
}

const FRESH_MS = 2_000;
const ENTRIES_MAX = 1_000;

/**
 * A thousand operators look at the places of the same form: the node asks once in two seconds and shares the answer, "unknown"
 * too. Failures are not cached; simultaneous requests share one failure, and the circuit breaker spares the other side.
 */
export function withShortMemory(forms: FormsConnector, clock: () => Date): FormsConnector {
  const known = new Map<string, { until: number; form: Promise<RemoteForm | null> }>();

  function ask(formId: string): Promise<RemoteForm | null> {
    const form = forms.find(formId);
    const entry = { until: Number.POSITIVE_INFINITY, form };
    // Oldest first out: a Map keeps the order in which keys came.
    if (known.size >= ENTRIES_MAX) known.delete(known.keys().next().value ?? '');
    known.delete(formId);
    known.set(formId, entry);
    form.then(
      () => {
        entry.until = clock().getTime() + FRESH_MS;
      },
      () => {
        if (known.get(formId) === entry) known.delete(formId);
      },
    );
    return form;
  }

  return {
    search: (typed) => forms.search(typed),
    registrations: (formId) => forms.registrations(formId),
    find(formId) {
      const entry = known.get(formId);
      return entry && entry.until > clock().getTime() ? entry.form : ask(formId);
    },
  };
}
