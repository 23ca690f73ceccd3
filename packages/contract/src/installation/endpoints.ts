import { z } from 'zod';
import { urlOf } from '../client.ts';
import { endpoint } from '../endpoint.ts';
import { LOGO_FILES, PICTURE_ERRORS } from '../shared/files.ts';
import { instant, rowVersion } from '../shared/paging.ts';
import { line, rawText, text } from '../shared/text-schema.ts';

/** What is absent stays. */
const installationBody = z.object({
  city: line(80).optional(),
  districtId: text(20).nullable().optional(),
  /** Without its 0; which ones exist is known to the server. */
  areaCode: rawText(4)
    .regex(/^\d{2,4}$/)
    .nullable()
    .optional(),
  version: rowVersion,
});
export type InstallationBody = z.infer<typeof installationBody>;

const installationFacts = z.object({
  /** '' until somebody names it. */
  city: z.string(),
  logoURL: z.string().nullable(),
  districtId: z.string().nullable(),
  areaCode: z.string().nullable(),
  /** Of city, district and area code. */
  version: z.number(),
});
export type InstallationFacts = z.infer<typeof installationFacts>;

export const FIRST_STEPS = ['password', 'city', 'mail', 'place', 'users', 'campaign'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];
const firstDay = z.object({
  done: z.array(z.enum(FIRST_STEPS)),
  /** When somebody put it out of the way. */
  closedAt: instant.nullable(),
  mailTestedAt: instant.nullable(),
});
export type FirstDay = z.infer<typeof firstDay>;

/** Whether a mail left, and if not why, in the mail server's own words; without a server, where it was kept. */
const mailTest = z.object({ sent: z.boolean(), to: z.string(), text: z.string() });

/** The installation itself: its city, its logo and its first day. */
export const installation = {
  facts: endpoint({
    method: 'GET',
    path: '/installation',
    summary: 'Nombre de la ciudad, logo, distrito y código de área',
    access: 'public',
    response: installationFacts,
  }),
  logo: endpoint({
    method: 'GET',
    path: '/installation/logo/:version',
    summary: 'El logo de la ciudad',
    access: 'public',
    params: z.object({ version: rawText(40) }),
    response: z.unknown(),
    file: true,
    errors: ['NOT_FOUND'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/installation',
    summary: 'Cambia el nombre de la ciudad, su distrito y su código de área',
    access: 'users',
    body: installationBody,
    response: installationFacts,
    errors: ['UNKNOWN_PLACE', 'CONFLICT'],
    audited: true,
  }),
  setLogo: endpoint({
    method: 'POST',
    path: '/installation/logo',
    summary: 'Guarda el logo de la ciudad, hecho de nuevo y reducido',
    access: 'users',
    body: z.object({}),
    multipart: true,
    files: LOGO_FILES,
    response: installationFacts,
    errors: PICTURE_ERRORS,
    audited: true,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/installation/logo',
    summary: 'Quita el logo de la ciudad',
    access: 'users',
    response: installationFacts,
    errors: ['NOT_FOUND'],
    audited: true,
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/installation/mail-test',
    summary: 'Envía un correo de prueba a quien lo pide y dice si salió',
    access: 'users',
    response: mailTest,
    errors: ['TOO_MANY_REQUESTS'],
    audited: true,
  }),
  firstDay: endpoint({
    method: 'GET',
    path: '/installation/first-day',
    summary: 'Qué primeros pasos están hechos',
    access: 'users',
    response: firstDay,
  }),
  closeFirstDay: endpoint({
    method: 'PATCH',
    path: '/installation/first-day',
    summary: 'Quita los primeros pasos de la vista, o los vuelve a mostrar',
    access: 'users',
    body: z.object({ closed: z.boolean() }),
    response: firstDay,
    idempotentBecause: 'sets one switch to the stated value',
    audited: true,
  }),
};

/** Another logo has another address, so that browsers may keep each for good. */
export const logoLink = (version: string): string => `/api${urlOf(installation.logo, { params: { version } })}`;
