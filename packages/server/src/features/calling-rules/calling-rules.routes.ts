import { routesOf } from '../../http/mount.ts';
import { createHoliday, deleteHoliday, updateHoliday } from './save-holiday.ts';
import { saveDefault, viewDefault } from './save-default.ts';

export const callingRuleRoutes = routesOf('callingRules', {
  view: (_input, ctx) => viewDefault(ctx),
  update: ({ body }, ctx) => saveDefault(ctx, body),
  createHoliday: ({ body }, ctx) => createHoliday(ctx, body),
  updateHoliday: ({ params, body }, ctx) => updateHoliday(ctx, params.day, body),
  deleteHoliday: ({ params }, ctx) => deleteHoliday(ctx, params.day),
});
