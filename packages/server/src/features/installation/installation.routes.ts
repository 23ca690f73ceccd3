import { routesOf } from '../../http/mount.ts';
import { AppError, assertCurrent, auditAbout, fieldError, hitOrRefuse, transact, type Work } from '../../work/index.ts';
import {
  findDistrict,
  findLogo,
  lockInstallation,
  readFirstDayFacts,
  readInstallation,
  readLetterhead,
  updateInstallation,
} from './installation.queries.ts';
import { randomUUID } from 'node:crypto';
import { type FirstStep, type InstallationBody, logoLink } from '@campanero/contract/installation/endpoints';
import { AREA_CODES } from '@campanero/contract/shared/area-codes';
import { PIXELS_MAX } from '../../http/file-content/detect.ts';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { createMailTransport } from '../../integrations/mailer/outbox.ts';
import { letter, signed } from '../../integrations/mailer/queue-mail.ts';
import { messageIdOf } from '../../integrations/mailer/send-mail.ts';
import type { SignedCtx } from '../../work/context.ts';
import { PICTURE_LIMIT, pictureHeaders, reencodeImage, storePicture } from '../../work/pictures.ts';

export const installationRoutes = routesOf(
  'installation',
  {
    facts: async (_input, { db }) => present(await readInstallation(db)),
    logo: async ({ params }, { db }, _request, reply) => {
      const found = await findLogo(db, params.version);
      if (!found?.logo) throw new AppError('NOT_FOUND');
      return reply.headers(pictureHeaders('image/png', 'logo.png', 'public')).send(found.logo);
    },
    change: ({ body }, ctx) => changeInstallation(ctx, body),
    setLogo: ({ files }, ctx) => setLogo(ctx, files),
    removeLogo: (_input, ctx) => removeLogo(ctx),
    testMail: (_input, ctx) => testMail(ctx),
    firstDay: (_input, ctx) => viewFirstDay(ctx),
    closeFirstDay: ({ body }, ctx) => closeFirstDay(ctx, body.closed),
  },
  { setLogo: (_input, { db, actor, clock }) => hitOrRefuse(db, `logo:${actor.id}`, PICTURE_LIMIT, clock()) },
);

const installationAudit = auditAbout('ETIQUETA', 'installation');

const present = (row: Awaited<ReturnType<typeof readInstallation>>) => ({
  ...row,
  logoURL: row.logoVersion === null ? null : logoLink(row.logoVersion),
});

/** Absent fields stay. */
const changeInstallation = (ctx: SignedCtx, { version, ...given }: InstallationBody) =>
  transact(ctx, async ({ trx, now, audit }) => {
    const before = await lockInstallation(trx);
    assertCurrent(before, version);
    const { city = before.city, districtId = before.districtId, areaCode = before.areaCode } = given;
    const old = before.districtId === null ? null : await findDistrict(trx, before.districtId);
    const chosen = districtId === null ? null : await findDistrict(trx, districtId);
    if (chosen === undefined) throw fieldError('UNKNOWN_PLACE', 'districtId', 'La ubicación no existe.');
    if (areaCode !== null && !AREA_CODES.includes(areaCode))
      throw fieldError('UNKNOWN_PLACE', 'areaCode', 'El código de área no existe.');
    await updateInstallation(trx, { city, districtId, areaCode, version: version + 1 }, now);
    await audit(installationAudit(null, 'ACTUALIZAR'), {
      before: { Ciudad: before.city, Distrito: old?.display ?? '', 'Código de área': before.areaCode ?? '' },
      after: { Ciudad: city, Distrito: chosen?.display ?? '', 'Código de área': areaCode ?? '' },
    });
    return present(await readInstallation(trx));
  });

const LOGO_SIDE = 512;

const setLogo = (ctx: SignedCtx, files: readonly UploadedFile[]) =>
  storePicture(ctx, files, encodeLogo, ({ content, version }) =>
    transact(ctx, (work) => changeLogo(work, { logo: content, logoVersion: version })),
  );

const encodeLogo = (uploaded: Buffer) =>
  reencodeImage(uploaded, PIXELS_MAX, (image) =>
    image
      .resize(LOGO_SIDE, LOGO_SIDE, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9, palette: true }),
  );

const removeLogo = (ctx: SignedCtx) =>
  transact(ctx, async (work) => {
    if ((await lockInstallation(work.trx)).logoVersion === null) throw new AppError('NOT_FOUND');
    return changeLogo(work, { logo: null, logoVersion: null });
  });

async function changeLogo(
  { trx, now, audit }: Work,
  change: { logo: Buffer; logoVersion: string } | { logo: null; logoVersion: null },
) {
  const before = await lockInstallation(trx);
  await updateInstallation(trx, change, now);
  const describe = (version: string | null) => (version === null ? 'Sin logo' : `Con logo (${version.slice(0, 6)})`);
  const values = { before: { Logo: describe(before.logoVersion) }, after: { Logo: describe(change.logoVersion) } };
  await audit(installationAudit(null, 'ACTUALIZAR'), values);
  return present(await readInstallation(trx));
}

const MAIL_TEST_LIMIT = { limit: 10, windowSeconds: 600 };

/** Bypasses the outbox to return the mail server's answer. Completes the first-day step only if a server accepted the mail. */
async function testMail(ctx: SignedCtx) {
  await hitOrRefuse(ctx.db, `mail-test:${ctx.actor.id}`, MAIL_TEST_LIMIT, ctx.clock());
  const to = ctx.actor.email;
  const failure = await sendTest(ctx, to);
  const fault = failure?.code ?? null;
  const sent = fault === null && ctx.config.smtpUrl !== undefined;
  await transact(ctx, async ({ trx, now, audit }) => {
    if (sent) await updateInstallation(trx, { mailTestedAt: now }, now);
    const result = fault ?? (sent ? 'Enviado' : 'Guardado en un archivo');
    const after = { Acción: 'Prueba de correo', Correo: to, Resultado: result };
    await audit(installationAudit(null, 'ACCIÓN'), { after });
  });
  if (failure) return { sent, to, text: `El correo no salió: ${failure.reason}` };
  return {
    sent,
    to,
    text: sent
      ? `El servidor de correo aceptó el mensaje para ${to}. Revise que haya llegado, también en el correo no deseado.`
      : 'No hay un servidor de correo configurado (SMTP_URL): los mensajes se guardan como archivos en la carpeta outbox de los datos y no le llegan a nadie.',
  };
}

/** Null on success. The caller gets the mail server's message, the audit only its code. */
async function sendTest(ctx: SignedCtx, to: string): Promise<{ code: string; reason: string } | null> {
  const { city, logo } = await readLetterhead(ctx.db);
  const body = 'Este mensaje prueba que Campanero puede enviar correos. No hace falta responderlo.';
  const transport = createMailTransport(ctx);
  try {
    await transport.send({
      id: 0,
      to,
      subject: 'Prueba de correo de Campanero',
      text: signed(letter(ctx.actor.name, body), city),
      messageId: messageIdOf(randomUUID(), ctx.config.mailFrom),
      date: ctx.clock(),
      city,
      logo,
    });
    return null;
  } catch (error) {
    const { message, cause } = error as Error;
    return { code: message, reason: cause instanceof Error ? cause.message : message };
  } finally {
    transport.close();
  }
}

async function viewFirstDay({ db, actor }: SignedCtx) {
  const [kept, facts] = await Promise.all([readInstallation(db), readFirstDayFacts(db, actor.id)]);
  const steps: Record<FirstStep, boolean> = {
    password: !facts.mustChange,
    city: kept.city !== '',
    mail: kept.mailTestedAt !== null,
    place: kept.districtId !== null,
    users: facts.hasUsers,
    campaign: facts.hasCampaigns,
  };
  return {
    done: (Object.keys(steps) as FirstStep[]).filter((step) => steps[step]),
    closedAt: kept.firstDayClosedAt,
    mailTestedAt: kept.mailTestedAt,
  };
}

async function closeFirstDay(ctx: SignedCtx, closed: boolean) {
  await transact(ctx, async ({ trx, now, audit }) => {
    await updateInstallation(trx, { firstDayClosedAt: closed ? now : null }, now);
    const action = closed ? 'Cerrar los primeros pasos' : 'Volver a mostrar los primeros pasos';
    await audit(installationAudit(null, 'ACCIÓN'), { after: { Acción: action } });
  });
  return viewFirstDay(ctx);
}
