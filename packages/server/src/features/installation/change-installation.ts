import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  logoLink,
  type FirstDay,
  type FirstStep,
  type InstallationBody,
} from '@campanero/contract/installation/endpoints';
import { AREA_CODES } from '@campanero/contract/shared/area-codes';
import { PIXELS_MAX } from '../../http/file-content/detect.ts';
import type { UploadedFile } from '../../integrations/files/port.ts';
import { createMailTransport } from '../../integrations/mailer/outbox.ts';
import { letter, signed } from '../../integrations/mailer/queue-mail.ts';
import { nameMessage } from '../../integrations/mailer/send-mail.ts';
import { AppError } from '../../work/app-error.ts';
import type { Ctx, SignedCtx } from '../../work/context.ts';
import { reencodeImage } from '../../work/pictures.ts';
import { hit } from '../../work/rate-limit.ts';
import { discardOrphan } from '../../work/orphan-files.ts';
import { transact, type Work } from '../../work/transact.ts';
import { assertCurrent } from '../../work/version.ts';
import {
  findDistrict,
  lockInstallation,
  readFirstFacts,
  readInstallation,
  readLetterhead,
  updateInstallation,
} from './installation.queries.ts';

const OBJECT = { type: 'installation', id: null };

/** For everybody, before signing in too. */
export async function viewInstallation({ db }: Pick<Ctx, 'db'>) {
  return present(await readInstallation(db));
}

const present = ({
  city,
  logoVersion,
  districtId,
  areaCode,
  version,
}: Awaited<ReturnType<typeof readInstallation>>) => ({
  city,
  districtId,
  areaCode,
  version,
  logoURL: logoVersion === null ? null : logoLink(logoVersion),
});

/**
 * The city's name, its district and its area code; what is absent stays. For the `users` permission; a stale version is refused.
 * Leaves one audit record.
 */
export const changeInstallation = (ctx: SignedCtx, { version, ...given }: InstallationBody) =>
  transact(ctx, async ({ trx, now, audit }) => {
    const before = await lockInstallation(trx);
    assertCurrent(before, version);
    const { city = before.city, districtId = before.districtId, areaCode = before.areaCode } = given;
    const old = before.districtId === null ? null : await findDistrict(trx, before.districtId);
    const chosen = districtId === null ? null : await findDistrict(trx, districtId);
    if (chosen === undefined)
      throw new AppError('UNKNOWN_PLACE', { fields: [{ field: 'districtId', message: 'La ubicación no existe.' }] });
    if (areaCode !== null && !AREA_CODES.includes(areaCode))
      throw new AppError('UNKNOWN_PLACE', { fields: [{ field: 'areaCode', message: 'El código de área no existe.' }] });
    await updateInstallation(trx, { city, districtId, areaCode, version: version + 1 }, now);
    await audit({
      action: 'ETIQUETA',
      subaction: 'ACTUALIZAR',
      object: OBJECT,
      before: { Ciudad: before.city, Distrito: old?.display ?? '', 'Código de área': before.areaCode ?? '' },
      after: { Ciudad: city, Distrito: chosen?.display ?? '', 'Código de área': areaCode ?? '' },
    });
    return present(await readInstallation(trx));
  });

/** Decoding costs far more than other requests. */
const LOGOS = { limit: 20, windowSeconds: 600 };
const LOGO_SIDE = 512;

/** Before the file is sent. */
export const assertMaySetLogo = (ctx: SignedCtx) => assertWithin(ctx, 'logo', LOGOS);

async function assertWithin(ctx: SignedCtx, what: string, limit: typeof LOGOS): Promise<void> {
  const { allowed, retryAfter } = await hit(ctx.db, `${what}:${ctx.actor.id}`, limit, ctx.clock());
  if (!allowed) throw new AppError('TOO_MANY_REQUESTS', { retryAfter });
}

/** What is kept is made anew from the uploaded image, as PNG without metadata, and fits into a square; the upload is deleted. */
export async function setLogo(ctx: SignedCtx, files: readonly UploadedFile[]) {
  const [uploaded] = files;
  if (!uploaded) throw new AppError('NO_FILE');
  const logo = await reencodeImage(await buffer(await ctx.files.get(uploaded.key)), PIXELS_MAX, (image) =>
    image
      .resize(LOGO_SIDE, LOGO_SIDE, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9, palette: true }),
  );
  const logoVersion = createHash('sha256').update(logo).digest('hex').slice(0, 20);
  const stored = await transact(ctx, (work) => changeLogo(work, { logo, logoVersion }));
  // What fails here is deleted by the sweep of files that nothing names.
  await discardOrphan(ctx, uploaded.key).catch(() => {});
  return stored;
}

export const removeLogo = (ctx: SignedCtx) =>
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
  const inWords = (version: string | null) => (version === null ? 'Sin logo' : `Con logo (${version.slice(0, 6)})`);
  await audit({
    action: 'ETIQUETA',
    subaction: 'ACTUALIZAR',
    object: OBJECT,
    before: { Logo: inWords(before.logoVersion) },
    after: { Logo: inWords(change.logoVersion) },
  });
  return present(await readInstallation(trx));
}

const TESTS = { limit: 10, windowSeconds: 600 };

/**
 * Sends a mail to the caller now, past the outbox, so that the answer is the mail server's own. Leaves one audit record, and
 * the step of the first day is done only if the mail left through a server.
 */
export async function testMail(ctx: SignedCtx) {
  await assertWithin(ctx, 'mail-test', TESTS);
  const to = ctx.actor.email;
  const failure = await sendTest(ctx, to);
  const fault = failure?.code ?? null;
  const sent = fault === null && ctx.config.smtpUrl !== undefined;
  await transact(ctx, async ({ trx, now, audit }) => {
    if (sent) await updateInstallation(trx, { mailTestedAt: now }, now);
    await audit({
      action: 'ETIQUETA',
      subaction: 'ACCIÓN',
      object: OBJECT,
      after: {
        Acción: 'Prueba de correo',
        Correo: to,
        Resultado: fault ?? (sent ? 'Enviado' : 'Guardado en un archivo'),
      },
    });
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

/** Null when it left. The reason is the mail server's own, for who asked; the audit keeps only its code. */
async function sendTest(ctx: SignedCtx, to: string): Promise<{ code: string; reason: string } | null> {
  const { city, logo } = await readLetterhead(ctx.db);
  const words = 'Este mensaje prueba que Campanero puede enviar correos. No hace falta responderlo.';
  const transport = createMailTransport(ctx);
  try {
    await transport.send({
      id: 0,
      to,
      subject: 'Prueba de correo de Campanero',
      text: signed(letter(ctx.actor.name, words), city),
      messageId: nameMessage(randomUUID(), ctx.config.mailFrom),
      date: ctx.clock(),
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

/** How far the first day has come: what shows by itself, and what was kept. For the `users` permission. */
export async function viewFirstDay({ db, actor }: SignedCtx): Promise<FirstDay> {
  const [kept, facts] = await Promise.all([readInstallation(db), readFirstFacts(db, actor.id)]);
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
    closedAt: kept.firstDayClosedAt?.toISOString() ?? null,
    mailTestedAt: kept.mailTestedAt?.toISOString() ?? null,
  };
}

/** Out of the way for every administrator, or back again. Leaves one audit record. */
export async function closeFirstDay(ctx: SignedCtx, closed: boolean): Promise<FirstDay> {
  await transact(ctx, async ({ trx, now, audit }) => {
    await updateInstallation(trx, { firstDayClosedAt: closed ? now : null }, now);
    await audit({
      action: 'ETIQUETA',
      subaction: 'ACCIÓN',
      object: OBJECT,
      after: { Acción: closed ? 'Cerrar los primeros pasos' : 'Volver a mostrar los primeros pasos' },
    });
  });
  return viewFirstDay(ctx);
}
