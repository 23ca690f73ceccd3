import { createServer } from 'node:net';
import { StartupError } from './startup-error.ts';

type Address = { host?: string | undefined; port: number };

export function listenError(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  if (error.code === 'EADDRINUSE')
    return new StartupError(`El puerto ${port} ya está en uso. Cierre el otro programa o elija otro puerto con PORT.`);
  if (error.code === 'EACCES')
    return new StartupError(`No hay permiso para usar el puerto ${port}. Elija otro con PORT.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartupError(`La dirección ${host} no es de esta máquina. Revise HOST.`);
  return error;
}

/** Checked first, to report a port in use before the database starts. */
export async function assertPortIsFree(address: Address): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, address)));
    probe.listen({ ...address, host: address.host ?? '0.0.0.0' }, () => probe.close(() => resolve()));
  });
}
