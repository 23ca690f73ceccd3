import { z } from 'zod';
import { urlOf } from '../client.ts';
import { endpoint } from '../endpoint.ts';
import { PICTURE_ERRORS, PICTURE_FILES } from '../shared/files.ts';
import { rawText } from '../shared/text-schema.ts';

export const profile = {
  picture: endpoint('GET', '/profile/picture/:version', 'session', {
    summary: 'La foto propia',
    params: z.object({ version: rawText(40) }),
    file: true,
  }),
  setPicture: endpoint('POST', '/profile/picture', 'session', {
    summary: 'Guarda la foto propia, recortada y reducida',
    body: z.object({}),
    multipart: true,
    files: PICTURE_FILES,
    response: z.object({ photoURL: z.string() }),
    errors: PICTURE_ERRORS,
  }),
  removePicture: endpoint('DELETE', '/profile/picture', 'session', {
    summary: 'Quita la foto propia',
    errors: ['NOT_FOUND'],
  }),
};

/** Each picture has its own address, for immutable caching. */
export const pictureLink = (version: string): string => `/api${urlOf(profile.picture, { params: { version } })}`;
