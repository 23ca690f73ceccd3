import { REMOTE_SEARCH_MAX } from '@campanero/contract/limits';
import { z } from 'zod';
import { AppError } from '../../work/app-error.ts';
import { InvalidRemoteAnswer } from '../remote/get-json.ts';
import { cursor, PAGE_SIZE, readPages } from '../remote/pages.ts';
import { contactRow, count, moment, oneLine, remoteId, parseAnswer } from '../remote/person.ts';
import { createRemoteSystem, isPathPart, type RemoteOptions } from '../remote/system.ts';
import type { OrionConnector } from './port.ts';

// Shapes of docs/operations/phone-dashboard-connector.md, with the dashboard's field names.
const audienceName = z.object({ id: remoteId, descripcion: oneLine(300) });
const remoteAudience = audienceName.extend({ total: count, created_at: moment });
const remoteAudiences = z.object({ audiences: z.array(audienceName).max(1000) });
const contactPage = z.object({ contacts: z.array(contactRow).max(PAGE_SIZE), next: cursor });

export function createHttpOrion(options: RemoteOptions): OrionConnector {
  const system = createRemoteSystem({ ...options, name: 'the phone dashboard', refusal: 'DASHBOARD_UNAVAILABLE' });

  return {
    search({ date, description }) {
      if (!date && !description) return Promise.resolve([]);
      return system.ask(system.addressOf(['audiences'], { date, description }), (answer) =>
        parseAnswer(remoteAudiences, answer)
          .audiences.slice(0, REMOTE_SEARCH_MAX)
          .map(({ id, descripcion }) => ({ id, description: descripcion })),
      );
    },
    find(audienceId) {
      if (!isPathPart(audienceId)) return Promise.resolve(null);
      return system.ask(system.addressOf(['audiences', audienceId]), (answer) => {
        if (answer === null) return null;
        const { id, descripcion, total, created_at } = parseAnswer(remoteAudience, answer);
        if (id !== audienceId) throw new InvalidRemoteAnswer('another audience than the one asked for');
        return { id, description: descripcion, total, createdAt: created_at };
      });
    },
    contacts: (audienceId) =>
      readPages({
        system,
        address: isPathPart(audienceId) ? system.addressOf(['audiences', audienceId, 'contacts']) : null,
        read(answer) {
          const { contacts, next } = parseAnswer(contactPage, answer);
          return { rows: contacts, next };
        },
        unknown: () => new AppError('DASHBOARD_AUDIENCE_UNKNOWN'),
      }),
  };
}
