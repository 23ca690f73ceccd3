import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { areDemoSignInsValid } from '../features/auth/password/demo-sign-ins.ts';

const THIS_MACHINE = '127.0.0.1';
const EVERYWHERE = '0.0.0.0';
const isLocal = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** Warning while the demo sign-ins work, for log, doctor and status page. */
export function describeDemo(host: string | undefined): { says: string; advice: string } {
  const works = 'los ingresos de demostración funcionan con su contraseña publicada';
  const advice =
    'Para uso real empiece con una base vacía, o deshabilite esos usuarios o cambie sus contraseñas, y reinicie.';
  if (host === undefined) return { says: `${works}: se responde solo a esta máquina (${THIS_MACHINE})`, advice };
  if (isLocal(host)) return { says: `${works}; se responde solo a esta máquina (HOST=${host})`, advice };
  return { says: `${works}, y HOST=${host} los abre a la red`, advice };
}

type ListenHost = { host: string; warning?: string };

/** Depends on whether the demo sign-ins work, not on SEED: a database seeded with demo data keeps them. */
export async function chooseHost({ host }: Config, db: Db): Promise<ListenHost> {
  if (!(await areDemoSignInsValid(db))) return { host: host ?? EVERYWHERE };
  const { says, advice } = describeDemo(host);
  return { host: host ?? THIS_MACHINE, warning: `Datos de demostración: ${says}. ${advice}` };
}
