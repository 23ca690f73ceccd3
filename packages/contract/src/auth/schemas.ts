import { z } from 'zod';
import { PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts';
import { settingsChange } from '../settings/schemas.ts';
import { instant, named } from '../shared/paging.ts';
import { line, list, rawText, text } from '../shared/text-schema.ts';

const EMAIL_MAX = 254;
const email = (invalid: string) =>
  text(EMAIL_MAX, { notEmpty: 'Debes ingresar un correo.', tooLong: invalid }).pipe(z.email({ error: invalid }));

const LONG_PASSWORD = 'La contraseña es demasiado larga.';
export const knownPassword = rawText(PASSWORD_MAX, {
  notEmpty: 'Por favor escriba su contraseña.',
  tooLong: LONG_PASSWORD,
});

export const loginBody = z.object({
  email: email('Debes ingresar un correo válido.'),
  password: knownPassword,
  code: text(40, { tooLong: 'El código es demasiado largo.' }).min(1, 'Escriba el código.').optional(),
});
export type LoginBody = z.infer<typeof loginBody>;

export const recoveryBody = z.object({ email: email('Debes ingresar un correo válido') });

const DIFFERENT = 'Las contraseñas no coinciden.';
const newPassword = (min: number) => ({
  password: rawText(PASSWORD_MAX, { notEmpty: 'Por favor escriba la contraseña.', tooLong: LONG_PASSWORD }).min(
    min,
    `La contraseña debe tener al menos ${min} caracteres.`,
  ),
  passwordConfirmation: rawText(PASSWORD_MAX, { required: DIFFERENT, tooLong: DIFFERENT }),
});
const isConfirmed = (body: { password: string; passwordConfirmation: string }) =>
  body.password === body.passwordConfirmation;
const notConfirmed = { path: ['passwordConfirmation'], error: DIFFERENT };

/** With the minimum length of the installation, for the form; the server checks it separately. */
export const resetBodyFor = (min: number) => z.object(newPassword(min)).refine(isConfirmed, notConfirmed);
export const resetBody = resetBodyFor(PASSWORD_MIN);
export type ResetBody = z.infer<typeof resetBody>;

export const changePasswordBodyFor = (min: number) =>
  z.object({ currentPassword: knownPassword, ...newPassword(min) }).refine(isConfirmed, notConfirmed);
export const changePasswordBody = changePasswordBodyFor(PASSWORD_MIN);
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

/** The stored settings, read by `readSettings`, and the navigation ids of the shortcuts. */
const shellRecord = { settings: z.record(z.string(), z.unknown()), shortcuts: z.array(z.string()) };
const photoURL = z.string().nullable();

/** `expires` is epoch seconds. Roles come sorted by rank: the first is the primary one. */
export const session = z.object({
  token: z.string(),
  id: z.number(),
  name: z.string(),
  permissions: z.array(z.string()),
  roles: z.array(named),
  email: z.string(),
  expires: z.number(),
  // Sent along so that the first paint is final.
  ...shellRecord,
  photoURL,
});
export type Session = z.infer<typeof session>;

export const sessionCheck = session.omit({ token: true }).extend({
  mustChangePassword: z.boolean(),
  mustSetSecondFactor: z.boolean(),
  /** After so many minutes without activity the session is locked; null: never. */
  idleMinutes: z.number().nullable(),
});

export const openSession = z.object({
  id: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  address: z.string(),
  userAgent: z.string(),
  current: z.boolean(),
});

export const message = z.object({ message: z.string() });

// A user for older clients (rule api/legacy-shell-calls).

const shortcuts = list(rawText(60), 50);

export const shellUser = z.object({
  uuid: z.string(),
  role: z.array(z.string()),
  from: z.string(),
  data: z.object({ displayName: z.string(), photoURL, email: z.string(), ...shellRecord }),
});
export type ShellUser = z.infer<typeof shellUser>;

export const shellSession = z.object({ user: shellUser, access_token: z.string() });

/** Undeclared fields of `user` are dropped unread; a change of settings is merged leaf by leaf over what is stored. */
export const shellUserUpdate = z.object({
  user: z.object({
    data: z.object({ settings: settingsChange.optional(), shortcuts: shortcuts.optional() }).optional(),
  }),
});
export const identityUser = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  user_metadata: z.object(shellRecord),
});
export const identityPatch = z.object({
  user_metadata: z.object({ settings: settingsChange.optional(), shortcuts: shortcuts.optional() }),
});

export const guestBody = z.object({
  displayName: line(120).min(3, 'La longitud mínima es de 3 caracteres'),
  email: email('Debes ingresar un correo válido.'),
  password: rawText(PASSWORD_MAX, { tooLong: LONG_PASSWORD }).min(
    PASSWORD_MIN,
    `La contraseña debe tener al menos ${PASSWORD_MIN} caracteres.`,
  ),
});

export type GuestBody = z.infer<typeof guestBody>;
