import { REMOTE_SEARCH_MAX } from '@campanero/contract/limits';
import { z } from 'zod';
import { AppError } from '../../work/app-error.ts';
import { InvalidRemoteAnswer } from '../remote/get-json.ts';
import { cursor, PAGE_SIZE, readPages } from '../remote/pages.ts';
import { count, moment, oneLine, personRow, remoteId, parseAnswer, webAddress } from '../remote/person.ts';
import { createRemoteSystem, isPathPart, type RemoteOptions } from '../remote/system.ts';
import type { FormsConnector } from './port.ts';

// Shapes of docs/operations/forms-connector.md.
const remoteForm = z.object({
  id: remoteId,
  name: oneLine(200),
  url: webAddress,
  slots: count.nullish().transform((slots) => slots ?? null),
  enrolled: count,
  status: oneLine(40),
  available: count.optional(),
  createdAt: moment,
});
const remoteForms = z.object({ forms: z.array(z.object({ id: remoteId, name: oneLine(200) })).max(1000) });
const registrationPage = z.object({ registrations: z.array(personRow).max(PAGE_SIZE), next: cursor });

export function createHttpForms(options: RemoteOptions): FormsConnector {
  const system = createRemoteSystem({ ...options, name: 'the forms system', refusal: 'FORMS_UNAVAILABLE' });

  return {
    search({ name, id }) {
      if (!name && !id) return Promise.resolve([]);
      return system.ask(system.addressOf(['forms'], { name, id }), (answer) =>
        parseAnswer(remoteForms, answer).forms.slice(0, REMOTE_SEARCH_MAX),
      );
    },
    find(formId) {
      if (!isPathPart(formId)) return Promise.resolve(null);
      return system.ask(system.addressOf(['forms', formId]), (answer) => {
        if (answer === null) return null;
        const { available, ...form } = parseAnswer(remoteForm, answer);
        if (form.id !== formId) throw new InvalidRemoteAnswer('another form than the one asked for');
        return { ...form, available: available ?? form.enrolled };
      });
    },
    registrations: (formId) =>
      readPages({
        system,
        address: isPathPart(formId) ? system.addressOf(['forms', formId, 'registrations']) : null,
        read(answer) {
          const { registrations, next } = parseAnswer(registrationPage, answer);
          return { rows: registrations, next };
        },
        unknown: () => new AppError('FORM_UNKNOWN'),
      }),
  };
}
