/** One message on its way out. */
export interface OutgoingMail {
  /** Names the kept file, so that a repeat replaces it. */
  id: number;
  to: string;
  subject: string;
  text: string;
  /** The same at every try: a receiver can tell a repeat (REL-07). */
  messageId: string;
  date: Date;
}

/** How messages leave: an SMTP server, or files when there is none (decisions 8). */
export interface MailTransport {
  /** Resolves when the message is somebody else's responsibility. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** A refusal by the other side. */
export class MailRefused extends Error {
  /** True: this message, for good (5xx). False: everything for now, nobody answered or "try later". */
  readonly isPermanent: boolean;
  constructor(reason: string, isPermanent: boolean) {
    super(reason);
    this.isPermanent = isPermanent;
  }
}
