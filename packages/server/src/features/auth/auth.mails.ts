import { letter, queueMail, type MailWork } from '../../integrations/mailer/queue-mail.ts';

interface AuthMail {
  subject: string;
  text: string;
  /** The copy in the Inbox, without the secret link. */
  inboxText?: string;
}

export const mailAccount = (work: MailWork, account: { id: number; email: string }, mail: AuthMail): Promise<void> =>
  queueMail(work, { userId: account.id, to: account.email, ...mail });

export function recoveryMail(firstName: string, link: string): AuthMail {
  const intro = 'Recibimos un pedido para restablecer la contraseña de su cuenta en Campanero.';
  const ignore = 'Si no fue usted, ignore este mensaje: su contraseña sigue siendo la misma.';
  return {
    subject: 'Restablecer su contraseña de Campanero',
    text: letter(
      firstName,
      intro,
      'Para elegir una contraseña nueva, abra este enlace. Sirve una sola vez y vence en 60 minutos:',
      link,
      ignore,
    ),
    inboxText: letter(firstName, intro, 'El enlace está en el mensaje que llegó a su correo.', ignore),
  };
}

export function invitationMail(firstName: string, email: string, link: string): AuthMail {
  const intro = 'Ya tiene una cuenta en Campanero, el sistema de campañas telefónicas.';
  const login = `Para ingresar use su correo: ${email}`;
  return {
    subject: 'Su cuenta de Campanero',
    text: letter(
      firstName,
      intro,
      'Para elegir su contraseña, abra este enlace. Sirve una sola vez y vence en 72 horas:',
      link,
      login,
      'Si venció, pida otro en «¿Olvidó su contraseña?».',
    ),
    inboxText: letter(firstName, intro, 'El enlace está en el mensaje que llegó a su correo.', login),
  };
}

export const passwordChangedMail = (firstName: string): AuthMail => ({
  subject: 'Su contraseña de Campanero cambió',
  text: letter(
    firstName,
    'La contraseña de su cuenta en Campanero acaba de cambiar y las demás sesiones abiertas se cerraron.',
    'Si no fue usted, pida un enlace en «¿Olvidó su contraseña?» y avise a un administrador.',
  ),
});

const NOT_YOU = 'Si no fue usted, cambie su contraseña y avise a un administrador.';

export const secondFactorOnMail = (firstName: string): AuthMail => ({
  subject: 'Activó el segundo factor en Campanero',
  text: letter(
    firstName,
    'Desde ahora, al ingresar a Campanero se pide también un código de su aplicación. Las demás sesiones abiertas se cerraron.',
    'Guarde los códigos de recuperación: sirven para ingresar si pierde el teléfono.',
    NOT_YOU,
  ),
});

export const secondFactorOffMail = (firstName: string): AuthMail => ({
  subject: 'Desactivó el segundo factor en Campanero',
  text: letter(firstName, 'Desde ahora se ingresa a su cuenta de Campanero solo con la contraseña.', NOT_YOU),
});

export function recoveryCodeUsedMail(firstName: string, left: number): AuthMail {
  const remaining = left === 1 ? 'Le queda 1 código' : `Le quedan ${left} códigos`;
  return {
    subject: 'Se usó un código de recuperación en Campanero',
    text: letter(
      firstName,
      `Se ingresó a su cuenta de Campanero con un código de recuperación. ${remaining}; en Mi perfil puede hacer otros.`,
      NOT_YOU,
    ),
  };
}

export const secondFactorResetMail = (firstName: string): AuthMail => ({
  subject: 'Restablecimos su segundo factor de Campanero',
  text: letter(
    firstName,
    'Un administrador restableció el segundo factor de su cuenta y cerró sus sesiones. Hasta que lo active de nuevo en Mi perfil se ingresa solo con la contraseña.',
    'Si no lo pidió, avise a un administrador.',
  ),
});
