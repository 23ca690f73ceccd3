import { ADMINISTRADOR } from '@campanero/contract/roles';
import { EmbeddedError } from '../db/embedded/processes.ts';
import { findAccountByEmail } from '../features/auth/auth.queries.ts';
import { createResetLink } from '../features/auth/password/password-links.queries.ts';
import { userAudit, writeAudit } from '../work/audit.ts';
import { withDatabase } from './open-database.ts';
import { print, requireArgument, runCommand } from './run-command.ts';

/** `npm run signin:link -- <correo>`: for an administrator while the directory is away; next to a running server. */
await runCommand(async (config) => {
  const email = requireArgument('npm run signin:link -- <correo>');
  const link = await withDatabase(config, (db) =>
    db.transaction().execute(async (trx) => {
      const account = await findAccountByEmail(trx, email);
      if (!account || account.disabled || !account.roles.includes(ADMINISTRADOR))
        throw new EmbeddedError(`No hay ningún Administrador habilitado con el correo ${email}.`);
      const now = new Date();
      const made = await createResetLink(trx, config, { userId: account.id, kind: 'sign-in' }, now);
      const after = { Acción: 'Enlace de ingreso de un solo uso creado en el servidor' };
      const origin = { userId: null, at: now, requestId: null };
      await writeAudit(trx, { ...userAudit(account.id, 'ACCIÓN'), after }, origin);
      return made;
    }),
  );
  print(`Abra este enlace en 15 minutos. Sirve una sola vez y entra como ${email}:\n${link}`);
});
