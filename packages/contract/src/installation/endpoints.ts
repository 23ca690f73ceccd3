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
  closedAt: instant.nullable(),
  mailTestedAt: instant.nullable(),
});

/** With the mail server's own words on failure; without a server, where the mail was kept. */
const mailTest = z.object({ sent: z.boolean(), to: z.string(), text: z.string() });

export const installation = {
  facts: endpoint('GET', '/installation', 'public', {
    summary: 'Nombre de la ciudad, logo, distrito y código de área',
    response: installationFacts,
  }),
  logo: endpoint('GET', '/installation/logo/:version', 'public', {
    summary: 'El logo de la ciudad',
    params: z.object({ version: rawText(40) }),
    file: true,
  }),
  change: endpoint('PUT', '/installation', 'users', {
    summary: 'Cambia el nombre de la ciudad, su distrito y su código de área',
    body: installationBody,
    response: installationFacts,
    errors: ['UNKNOWN_PLACE', 'CONFLICT'],
  }),
  setLogo: endpoint('POST', '/installation/logo', 'users', {
    summary: 'Guarda el logo de la ciudad, hecho de nuevo y reducido',
    body: z.object({}),
    multipart: true,
    files: LOGO_FILES,
    response: installationFacts,
    errors: PICTURE_ERRORS,
  }),
  removeLogo: endpoint('DELETE', '/installation/logo', 'users', {
    summary: 'Quita el logo de la ciudad',
    response: installationFacts,
    errors: ['NOT_FOUND'],
  }),
  testMail: endpoint('POST', '/installation/mail-test', 'users', {
    summary: 'Envía un correo de prueba a quien lo pide y dice si salió',
    response: mailTest,
  }),
  firstDay: endpoint('GET', '/installation/first-day', 'users', {
    summary: 'Qué primeros pasos están hechos',
    response: firstDay,
  }),
  closeFirstDay: endpoint('PATCH', '/installation/first-day', 'users', {
    summary: 'Quita los primeros pasos de la vista, o los vuelve a mostrar',
    body: z.object({ closed: z.boolean() }),
    response: firstDay,
    idempotentBecause: 'sets one switch to the stated value',
  }),
};

/** Each logo has its own address, for immutable caching. */
export const logoLink = (version: string): string => `/api${urlOf(installation.logo, { params: { version } })}`;
