import { EmbeddedError } from '../db/embedded/processes.ts';
import { findAccountByEmail } from '../features/auth/auth.queries.ts';
import { removeFactor } from '../features/auth/second-factor/admin.ts';
import { AppError } from '../work/app-error.ts';
import { writeAudit } from '../work/audit.ts';
import { withDatabase } from './open-database.ts';
import { print, requireArgument, runCommand } from './run-command.ts';

/** `npm run second-factor:reset -- <correo>`: for an administrator without a colleague to reset it; next to a running server. */
await runCommand(async (config) => {
  const email = requireArgument('npm run second-factor:reset -- <correo>');
  await withDatabase(config, (db) =>
    db.transaction().execute(async (trx) => {
      const account = await findAccountByEmail(trx, email);
      if (!account) throw new EmbeddedError(`No hay ninguna cuenta con el correo ${email}.`);
      const now = new Date();
      const origin = { userId: null, at: now, requestId: null };
      await removeFactor(
        { trx, now, audit: (about, change) => writeAudit(trx, { ...about, ...change }, origin), afterCommit: () => {} },
        account,
      ).catch((error: unknown) => {
        throw error instanceof AppError ? new EmbeddedError(error.message) : error;
      });
    }),
  );
  print(`Segundo factor restablecido: ${email} ingresa solo con la contraseña.`);
});
