import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { longId } from '../shared/paging.ts';
import { note, noteBody, notePatch, quickPanelData } from './schemas.ts';

/** The quick panel of the shell. Notes are one's own affair, like settings, and leave no audit records. */
export const quickPanel = {
  data: endpoint({
    method: 'GET',
    path: '/quick-panel/data',
    summary: 'La agenda de hoy y las notas propias',
    access: 'session',
    response: quickPanelData,
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/quick-panel/note',
    summary: 'Agrega una nota propia',
    access: 'staff',
    body: noteBody,
    status: 201,
    response: note,
    errors: ['TOO_MANY_NOTES'],
  }),
  editNote: endpoint({
    method: 'PUT',
    path: '/quick-panel/note/:id',
    summary: 'Cambia el texto de una nota propia',
    access: 'staff',
    params: z.object({ id: longId }),
    body: notePatch,
    response: note,
    errors: ['NOT_FOUND', 'CONFLICT', 'TEXT_ERASED'],
  }),
  deleteNote: endpoint({
    method: 'DELETE',
    path: '/quick-panel/note/:id',
    summary: 'Borra una nota propia',
    access: 'staff',
    params: z.object({ id: longId }),
    status: 204,
    response: z.undefined(),
    errors: ['NOT_FOUND'],
  }),
};
