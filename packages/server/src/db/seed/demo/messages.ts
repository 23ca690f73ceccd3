import type { Trx } from '../../client.ts';
import { insertMany } from '../insert-many.ts';
import type { Calendar } from './calendar.ts';
import type { DemoLoad } from './loads.ts';
import type { DemoData } from './demo-data.ts';
import type { DemoCampaign } from './world.ts';

/** Older notifications were read by somebody long ago. */
const UNREAD_DAYS = 4;

interface Bell {
  userId: number;
  action: string;
  campaignId: number;
  callId: number | null;
  /** How many calls were handed out. */
  amount: number | null;
  status: string;
  subject: string;
  createdAt: Date;
}

/** The bell: loads and shares as they happened, corrections, and the callbacks that are due now. */
export async function writeNotifications(trx: Trx, demoData: DemoData, loads: readonly DemoLoad[]): Promise<void> {
  const { calendar } = demoData;
  const bells: Bell[] = [
    ...loads
      .filter((load) => !load.isRunning)
      .map(({ id, campaign }) => ({
        userId: campaign.coordinator.id,
        action: 'BULK AUDIENCE',
        campaignId: campaign.id,
        callId: null,
        amount: null,
        status: 'COMPLETED',
        subject: `load:${id}`,
        createdAt: campaign.loadedAt,
      })),
    ...demoData.segmentations.flatMap(({ id, campaign, shares }) =>
      shares.map(({ operatorId, amount }) => ({
        userId: operatorId,
        action: 'ASSIGNAMENT',
        campaignId: campaign.id,
        callId: null,
        amount,
        status: 'COMPLETED',
        subject: `segmentation:${id}`,
        createdAt: campaign.segmentedAt,
      })),
    ),
    ...demoData.corrections.map(({ call, entry, corrected }) => ({
      userId: entry.userId,
      action: 'CORRECTION',
      campaignId: call.campaign.id,
      callId: call.id,
      amount: null,
      status: 'COMPLETED',
      subject: `call:${call.id}:${corrected.at.getTime()}`,
      createdAt: corrected.at,
    })),
    ...dueCallbacks(calendar, demoData.campaigns),
  ];
  const isOld = (at: Date) => at < calendar.at(-UNREAD_DAYS);
  const rows = bells
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((bell) => ({
      ...bell,
      readAt: isOld(bell.createdAt) ? new Date(bell.createdAt.getTime() + 1_800_000) : null,
    }));
  await insertMany(trx, 'notification', rows);
}

function dueCallbacks(calendar: Calendar, campaigns: readonly DemoCampaign[]): Bell[] {
  return campaigns
    .filter(({ plan }) => plan.status === 'EN CURSO')
    .flatMap(({ calls }) => calls)
    .flatMap((call) => {
      const due = call.entries.at(-1)?.callbackAt;
      if (!due || due > calendar.now || call.phone.blocked) return [];
      return [
        {
          userId: call.operatorId!,
          action: 'CALLBACK',
          campaignId: call.campaign.id,
          callId: call.id,
          amount: null,
          status: 'DUE',
          // As the ringing job spells it, so that it does not ring for these again.
          subject: `callback:${call.id}:${due.toISOString()}`,
          createdAt: due,
        },
      ];
    });
}

/** The Inbox: a welcome and a notice for everybody who signs in, finished campaigns for coordinators. All of it sent long ago. */
export async function writeMails(trx: Trx, { calendar, staff, campaigns }: DemoData, publicUrl: string): Promise<void> {
  const welcome = staff.all
    .filter(({ role }) => role !== null)
    .map((user) => ({
      user,
      subject: 'Bienvenida a Campanero',
      body: `Hola, ${user.name}:\n\nSu usuario ya está habilitado. Ante cualquier duda, escriba a su coordinación.\n`,
      at: calendar.at(-245, 600),
    }));
  const changed = welcome.map(({ user }) => ({
    user,
    subject: 'Su contraseña de Campanero cambió',
    body: `Hola, ${user.name}:\n\nLa contraseña de su cuenta en Campanero acaba de cambiar y las demás sesiones abiertas se cerraron.\n\nSi no fue usted, pida un enlace en «¿Olvidó su contraseña?» y avise a un administrador.\n\nCampanero\n`,
    at: calendar.at(-3, 552),
  }));
  const closed = campaigns
    .filter(({ finishedAt }) => finishedAt)
    .map((campaign) => ({
      user: campaign.coordinator,
      subject: `Campaña finalizada: ${campaign.plan.name}`,
      body: `La campaña ${campaign.id}, «${campaign.plan.name}», quedó finalizada. Sus estadísticas ya no cambian.\n\nPara verla: ${publicUrl}/campaign/${campaign.id}\n`,
      at: campaign.finishedAt!,
    }));
  const rows = [...welcome, ...changed, ...closed]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ user, subject, body, at }, index) => ({
      userId: user.id,
      recipient: user.email,
      subject,
      body,
      messageId: `<seed-${index}@demo.gob.ar>`,
      createdAt: at,
      sentAt: at,
      attempts: 1,
      nextAttemptAt: at,
      readAt: at < calendar.at(-30) ? new Date(at.getTime() + 3_600_000) : null,
    }));
  await insertMany(trx, 'mail', rows);
}
