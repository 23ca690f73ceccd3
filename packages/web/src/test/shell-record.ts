import { api } from '@campanero/contract';
import { mergeSettings } from '@campanero/contract/settings/schemas';
import { reply } from './server.ts';

interface Stored {
  settings: Record<string, unknown>;
  shortcuts: string[];
}

/** A server's record of somebody's shell, and every change it was sent. */
export function aShellRecord() {
  const shell = { record: { settings: {}, shortcuts: [] } as Stored, sent: [] as unknown[] };
  const saves = () =>
    reply(api.shell.update, async ({ request }) => {
      const { data } = ((await request.json()) as { user: { data: Partial<Stored> } }).user;
      shell.sent.push(data);
      const { record } = shell;
      shell.record = { ...record, ...data, settings: mergeSettings(record.settings, data.settings) };
      const person = { displayName: 'Ana', photoURL: null, email: 'ana@demo.gob.ar' };
      return { uuid: '7', role: [], from: 'campanero', data: { ...person, ...shell.record } };
    });
  return Object.assign(shell, { saves });
}
