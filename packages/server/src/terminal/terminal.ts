import type { Logger } from 'pino';

type Screen = { write(text: string): unknown; columns?: number };

export interface Terminal {
  /** Prints a line, above the current step if there is one. */
  print(text: string): void;
  /** Shows the step while it runs, then its result. */
  runStep<T>(doing: string, work: () => Promise<T>, done: (result: T) => string): Promise<T>;
  isInStep(): boolean;
  columns(): number;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 120;
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

/** Removes control characters, which could move the cursor or forge a line. */
// eslint-disable-next-line no-control-regex
export const stripControls = (text: string) => text.replaceAll(/[\u0000-\u001F\u007F-\u009F]+/g, ' ');

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
const formatDuration = (ms: number) => (ms < SLOW_MS ? '' : `  ${dim(seconds(ms))}`);

export function createTerminal(screen: Screen): Terminal {
  const columns = () => screen.columns ?? DEFAULT_COLUMNS;
  let current: { doing: string; startedAt: number; frame: number } | undefined;

  function draw() {
    if (!current) return;
    const { doing, startedAt, frame } = current;
    // Truncated: a wrapped line cannot be overwritten.
    const room = columns() - 14;
    screen.write(
      `${CLEAR_LINE}  ${FRAMES[frame % FRAMES.length]} ${doing.slice(0, room)}…${formatDuration(Date.now() - startedAt)}`,
    );
    current.frame += 1;
  }
  function finish(sign: string, text: string, startedAt: number) {
    current = undefined;
    screen.write(`${CLEAR_LINE}  ${sign} ${text}${formatDuration(Date.now() - startedAt)}\n`);
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

/** Undefined if stdout is a file or pipe, where JSON lines are expected. */
export const ownTerminal: Terminal | undefined = isTerminal ? createTerminal(process.stdout) : undefined;

export type RunStep = <T>(doing: string, work: () => Promise<T>, done: (result: T) => string) => Promise<T>;

/** Animated on a terminal, otherwise two log lines per step. */
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
