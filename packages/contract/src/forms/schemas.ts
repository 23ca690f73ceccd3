import { z } from 'zod';
import { instant } from '../shared/paging.ts';
import { text } from '../shared/text-schema.ts';

/** A form as the search offers it. Ids belong to the forms system: text. */
export const formOption = z.object({ id: z.string(), nombre: z.string() });

/** `slots` null means unlimited; `status` is the forms system's own word. */
export const formCapacity = z.object({ slots: z.number().nullable(), enrolled: z.number(), status: z.string() });
export type FormCapacity = z.infer<typeof formCapacity>;

/** `available`: enrolled people that an import could bring. */
export const formDetail = formCapacity.extend({
  id: z.string(),
  name: z.string(),
  available: z.number(),
  createdAt: instant,
  url: z.string().nullable(),
});
export type FormDetail = z.infer<typeof formDetail>;

/** By name, by id or by both; empty text finds nothing. */
export const formSearch = z.object({ name: text(200).optional(), id: text(100).optional() });
export type FormSearch = z.infer<typeof formSearch>;
