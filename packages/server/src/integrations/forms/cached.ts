import type { FormsConnector, RemoteForm } from './port.ts';

const FRESH_MS = 2_000;
const ENTRIES_MAX = 1_000;

/**
 * A thousand operators look at the places of the same form: the node asks once in two seconds and shares the answer, "unknown"
 * too. Failures are not kept; those who asked together fail together, and the circuit breaker spares the other side.
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
