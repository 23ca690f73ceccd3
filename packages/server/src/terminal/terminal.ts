import type { Logger } from 'pino';

/** The part of a terminal's stream that is used here. */
interface Screen {
  write(text: string): unknown;
  columns?: number;
}

export interface Terminal {
  /** One line, above the step under way if there is one. */
  print(text: string): void;
  /** Shows the step while it runs and replaces it by how it ended. */
  runStep<T>(doing: string, work: () => Promise<T>, done: (result: T) => string): Promise<T>;
  isInStep(): boolean;
  columns(): number;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 120;
/** From here on the seconds are shown, too: a person wants to know whether it still moves. */
const SLOW_MS = 2_000;
const CLEAR_LINE = '\r\u001B[2K';
const DEFAULT_COLUMNS = 80;

const paint = (code: number) => (text: string) => `\u001B[${code}m${text}\u001B[0m`;
const plain = (text: string) => text;
const hasColour = !process.env['NO_COLOR'];
const green = hasColour ? paint(32) : plain;
export const red = hasColour ? paint(31) : plain;
export const yellow = hasColour ? paint(33) : plain;
export const dim = hasColour ? paint(2) : plain;
export const bold = hasColour ? paint(1) : plain;

/** Texts of others (a library's error, a request) must not move the cursor or forge a line of ours. */
// eslint-disable-next-line no-control-regex
export const harmless = (text: string) => text.replaceAll(/[\u0000-\u001F\u007F-\u009F]+/g, ' ');

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
const howLong = (ms: number) => (ms < SLOW_MS ? '' : `  ${dim(seconds(ms))}`);

/** Steps as a person reads them: a moving sign while one runs, a tick and its duration afterwards, events in between. */
export function createTerminal(screen: Screen): Terminal {
  const columns = () => screen.columns ?? DEFAULT_COLUMNS;
  let current: { doing: string; startedAt: number; frame: number } | undefined;

  function draw() {
    if (!current) return;
    const { doing, startedAt, frame } = current;
    // Cut before it is painted: a line that wraps cannot be drawn over.
    const room = columns() - 14;
    screen.write(
      `${CLEAR_LINE}  ${FRAMES[frame % FRAMES.length]} ${doing.slice(0, room)}…${howLong(Date.now() - startedAt)}`,
    );
    current.frame += 1;
  }
  function finish(sign: string, text: string, startedAt: number) {
    current = undefined;
    screen.write(`${CLEAR_LINE}  ${sign} ${text}${howLong(Date.now() - startedAt)}\n`);
  }

  return {
    columns,
    isInStep: () => current !== undefined,
    print(text) {
      screen.write(`${current ? CLEAR_LINE : ''}${text}\n`);
      draw();
    },
    async runStep(doing, work, done) {
      const startedAt = Date.now();
      current = { doing, startedAt, frame: 0 };
      draw();
      const drawing = setInterval(draw, FRAME_MS);
      try {
        const result = await work();
        finish(green('✓'), done(result), startedAt);
        return result;
      } catch (error) {
        finish(red('✗'), doing, startedAt);
        throw error;
      } finally {
        clearInterval(drawing);
      }
    },
  };
}

const isTerminal = process.stdout.isTTY && process.env['TERM'] !== 'dumb';

/** The one on standard output; none when that is a file or a pipe, where log lines in JSON are read by programs. */
export const ownTerminal: Terminal | undefined = isTerminal ? createTerminal(process.stdout) : undefined;

/** Runs one step of the start and prints what it is doing, then what it did. */
export type RunStep = <T>(doing: string, work: () => Promise<T>, done: (result: T) => string) => Promise<T>;

/** Moving lines on a terminal; two log lines each, where a program reads them. */
export function createSteps(terminal: Terminal | undefined, log: Logger): RunStep {
  if (terminal) return (doing, work, done) => terminal.runStep(doing, work, done);
  return async (doing, work, done) => {
    const startedAt = performance.now();
    log.info(doing);
    const result = await work();
    log.info({ ms: Math.round(performance.now() - startedAt) }, done(result));
    return result;
  };
}
