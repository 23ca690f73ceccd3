import { Readable } from 'node:stream';
import { SCRIPT_MAX_BYTES } from '@campanero/contract/limits';
import { fold } from '@campanero/contract/shared/text';
import type { FileStore } from '../../../integrations/files/port.ts';
import type { Trx } from '../../client.ts';
import { insertMany } from '../insert-many.ts';
import { makePdf } from './make-pdf.ts';
import type { Story } from './story.ts';
import type { DemoCampaign } from './world.ts';

/** What is read to people at the phone, for every campaign that runs or is about to. */
export async function seedScripts(trx: Trx, { campaigns }: Story, files: FileStore): Promise<void> {
  const current = campaigns.filter(({ plan }) => plan.end > 0);
  const stored: string[] = [];
  try {
    const rows = [];
    for (const campaign of current) {
      const file = await files.put(Readable.from([makePdf(campaign.plan.name, paragraphsOf(campaign))]), {
        maxBytes: SCRIPT_MAX_BYTES,
      });
      stored.push(file.key);
      rows.push({
        campaignId: campaign.id,
        originalName: `guion_${fold(campaign.plan.objective).replaceAll(' ', '_')}.pdf`,
        fileKey: file.key,
        contentType: 'application/pdf',
        bytes: file.bytes,
        sha256: Buffer.from(file.sha256, 'hex'),
        createdBy: campaign.coordinator.id,
        createdAt: campaign.createdAt,
      });
    }
    await insertMany(trx, 'script', rows);
  } catch (error) {
    // The rows roll back with the transaction; the files would stay for nobody.
    await Promise.allSettled(stored.map((key) => files.remove(key)));
    throw error;
  }
}

const paragraphsOf = ({ plan }: DemoCampaign) => [
  'Buenos días (buenas tardes), mi nombre es ______ y llamo del Gobierno de la Ciudad.',
  '¿Hablo con ______? ¿Tiene dos minutos? Si no es un buen momento, acordar día y hora para volver a llamar.',
  plan.description,
  'No pedir datos que no estén en este guion. Si la persona pide no recibir más llamados, registrarlo y agradecer.',
  'Muchas gracias por su tiempo. Ante cualquier consulta puede comunicarse con la línea 147.',
];
