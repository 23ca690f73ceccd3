import { endpoint } from '../endpoint.ts';
import * as schemas from './schemas.ts';

export const phone = {
  dial: endpoint('GET', '/phone/dial', 'staff', {
    summary: 'Cómo se marca un número en esta instalación',
    response: schemas.dialSetting,
  }),
  setDial: endpoint('PUT', '/phone/dial', 'calling-rules', {
    summary: 'Cambia cómo se marca un número',
    body: schemas.dialBody,
    response: schemas.dialSetting,
    errors: ['CONFLICT'],
  }),
};
