import { z } from 'zod';
import { campaignStatus } from '../campaigns/status.ts';
import { id, instant, named, pageOf, pagingQuery, roleId, rowVersion } from '../shared/paging.ts';
import { handover, heldWork, userIds } from './leaving.ts';
import { line, list, rawText, text } from '../shared/text-schema.ts';

const personName = (notEmpty: string) => line(120, { notEmpty }).min(3, 'La longitud mínima es de 3 caracteres');

const INVALID_EMAIL = 'El formato del email no es correcto';

/** Form and server say the same sentences. */
export const userBody = z.object({
  firstName: personName('El nombre es requerido'),
  lastName: personName('El apellido es requerido'),
  email: text(254, { notEmpty: 'El email es requerido', tooLong: INVALID_EMAIL }).pipe(z.email(INVALID_EMAIL)),
  /** Role ids, that is ranks; the order does not matter. */
  roles: list(roleId, 20, { required: 'Debe seleccionar al menos 1 rol' }).min(1, 'Debe seleccionar al menos 1 rol'),
});
export type UserBody = z.infer<typeof userBody>;
/** Absent fields stay. Undeclared fields, a password above all, are dropped unread: only its owner sets a password. */
export const userPatch = userBody.partial().extend({ version: rowVersion.optional(), handover: handover.optional() });
export type UserPatch = z.infer<typeof userPatch>;

const USER_ORDER = ['id', 'name', 'email', 'roles', 'disable', 'lastLogin'] as const;
export const userFilters = z.object({
  id: id.optional(),
  name: text(200).optional(),
  user: text(254).optional(),
  /** `invited`: enabled, and has neither chosen a password nor signed in with the directory. */
  state: z.enum(['enabled', 'disabled', 'invited']).optional(),
  roles: rawText(40)
    .regex(/^[1-9](,[1-9])*$/, 'Ingrese ids de roles separados por comas.')
    .optional(),
});
export type UserFilters = z.infer<typeof userFilters>;
export type UserOrder = (typeof USER_ORDER)[number];
export const userPageQuery = pagingQuery(USER_ORDER).extend(userFilters.shape);
/** With `pageNumber` the paged list (users permission), without it the lookup. Hence no default page here. */
export const userListQuery = userPageQuery.extend({
  pageNumber: userPageQuery.shape.pageNumber.unwrap().optional(),
  pageSize: userPageQuery.shape.pageSize.unwrap().optional(),
});

export const userDetail = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(named),
  disable: z.boolean(),
  lastLogin: instant.nullable(),
  invited: z.boolean(),
  secondFactor: z.boolean(),
  /** Since when the user is linked with the city's directory. */
  directorySince: instant.nullable(),
  createdAt: instant,
  version: z.number(),
});
export type UserDetail = z.infer<typeof userDetail>;
export const userPage = pageOf('users', userDetail);
export const userLookup = z.array(named);

/** One change for several accounts: their state, or the roles that replace theirs. */
export const usersPatch = z
  .object({
    ids: userIds,
    disable: z.boolean().optional(),
    roles: userBody.shape.roles.optional(),
    handover: handover.optional(),
  })
  .refine(({ disable, roles }) => (disable === undefined) !== (roles === undefined), 'Elija un solo cambio.');
export type UsersPatch = z.infer<typeof usersPatch>;

/** What disabling or a change of role would leave behind in running campaigns, and who could take it over. */
export const userCampaign = named.extend({ status: campaignStatus, ...heldWork.shape, others: z.array(named) });
