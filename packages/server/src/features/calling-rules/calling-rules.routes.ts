import { callingRules } from '@campanero/contract/calling-rules/endpoints';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { createHoliday, deleteHoliday, updateHoliday } from './save-holiday.ts';
import { saveDefault, viewDefault } from './save-default.ts';

export const callingRuleRoutes = (app: FastifyInstance) =>
  mount(app, 'callingRules', callingRules, {
    view: (_input, ctx) => viewDefault(ctx),
    update: ({ body }, ctx) => saveDefault(ctx, body),
    createHoliday: ({ body }, ctx) => createHoliday(ctx, body),
    updateHoliday: ({ params, body }, ctx) => updateHoliday(ctx, params.day, body),
    deleteHoliday: ({ params }, ctx) => deleteHoliday(ctx, params.day),
  });
