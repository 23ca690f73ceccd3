import { ServerResponse } from 'node:http';

/**
 * Loaded before the server (`node --import`) where pictures are taken: its clock stands still on a working day, so that two runs show the
 * same dates and demo data. The database's own clock goes on; only nodes and jobs read it.
 */
const STANDS_AT = Date.parse(process.env.LOOKS_CLOCK!);
const RealDate = Date;

class FixedDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(STANDS_AT);
    else super(...(parts as [number]));
  }
  static override now = () => STANDS_AT;
}
globalThis.Date = FixedDate as DateConstructor;

// Node writes the header from a clock of its own, and the web app takes the time from it.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...parts: never[]) {
  this.setHeader('date', new RealDate(STANDS_AT).toUTCString());
  return (writeHead as (...given: never[]) => ServerResponse).apply(this, parts);
};
