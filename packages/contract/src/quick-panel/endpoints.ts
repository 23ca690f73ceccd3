import { endpoint } from '../endpoint.ts';
import { longIdKey } from '../shared/paging.ts';
import { note, noteBody, notePatch, quickPanelData } from './schemas.ts';

/** Notes are private, like settings, and leave no audit records. */
export const quickPanel = {
  data: endpoint('GET', '/quick-panel/data', 'session', {
    summary: 'La agenda de hoy y las notas propias',
    response: quickPanelData,
  }),
  addNote: endpoint('POST', '/quick-panel/note', 'staff', {
    summary: 'Agrega una nota propia',
    body: noteBody,
    status: 201,
    response: note,
    errors: ['TOO_MANY_NOTES'],
    audited: false,
  }),
  editNote: endpoint('PUT', '/quick-panel/note/:id', 'staff', {
    summary: 'Cambia el texto de una nota propia',
    params: longIdKey,
    body: notePatch,
    response: note,
    errors: ['CONFLICT', 'TEXT_ERASED'],
    audited: false,
  }),
  deleteNote: endpoint('DELETE', '/quick-panel/note/:id', 'staff', {
    summary: 'Borra una nota propia',
    params: longIdKey,
    audited: false,
  }),
};
