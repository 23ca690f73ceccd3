import { readGender, TEXT_LIMITS } from '@campanero/contract/loads/csv/field-rules';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import { areaOf, type PersonRules } from '@campanero/contract/loads/csv/read-person';
import { callable, MOBILE, MOST_DIGITS } from '@campanero/contract/shared/phone';
import { createOrionIdentifier } from '../identity.ts';
import { dayNumber } from '../packer.ts';
import type { RowWriter } from '../row-writer.ts';
import { createCellTexts } from './cell-texts.ts';
import { FIELD, NOT_PLAIN, PlainCells } from './plain-cells.ts';
import { isPlainEmail, isTidy, plainDate, plainDigits, plainDocument } from './plain-fields.ts';
import { PlainKey } from './plain-key.ts';

const LF = 10;
const CR = 13;

/** Reads a file's lines from their bytes straight into rows, as long as nothing about them is unusual. */
export interface PlainRows {
  /**
   * Takes the rows at `from` and after it; gives where it stopped: at the end, or at a line for the careful reader. Plain rows are
   * never rejected: whatever breaks a rule, or might, is the careful reader's to judge and to tell.
   */
  take(bytes: Buffer, from: number): number;
  /** How many lines the last call took. */
  lines(): number;
}

/** `bytes` has to be UTF-8 and whole lines. */
export function createPlainRows(shape: AudienceShape, { places, today }: PersonRules, out: RowWriter): PlainRows {
  const cells = new PlainCells(shape);
  const { starts, ends } = cells;
  const textOf = createCellTexts();
  const identifyOrion = createOrionIdentifier();
  const key = new PlainKey();
  const digits = new Uint8Array(MOST_DIGITS);
  const document = new Uint8Array(TEXT_LIMITS.document);
  const lastDay = Number(today.replaceAll('-', ''));
  let lines = 0;

  const text = (bytes: Buffer, field: number) => textOf(bytes, starts[field]!, ends[field]!);

  /** 0 for none that can be called, and for one that cannot be read here. */
  function phone(bytes: Buffer, field: number, area: string | undefined): number {
    return callable(digits, Math.max(0, plainDigits(bytes, starts[field]!, ends[field]!, digits)), area);
  }

  /** When a mobile gives way to the phone beside it is for the careful reader to tell. */
  function findNumber(bytes: Buffer, area: string | undefined): number {
    if (starts[FIELD.mobile] !== ends[FIELD.mobile]) {
      const mobile = phone(bytes, FIELD.mobile, area);
      return mobile === 0 || mobile >= MOBILE ? mobile : mobile + MOBILE;
    }
    return phone(bytes, FIELD.phone, area);
  }

  /** Characters are no more than bytes: what is within the limit so is so anyway. */
  function addText(bytes: Buffer, field: number, most: number, isOptional: boolean): boolean {
    const start = starts[field]!;
    const end = ends[field]!;
    if (end - start > most || !isTidy(bytes, start, end)) return false;
    if (start === end && isOptional) out.none();
    else out.copy(bytes, start, end);
    return true;
  }

  function addEmail(bytes: Buffer): boolean {
    const start = starts[FIELD.email]!;
    const end = ends[FIELD.email]!;
    if (start === end) {
      out.none();
      return true;
    }
    if (end - start > TEXT_LIMITS.email || !isPlainEmail(bytes, start, end)) return false;
    out.copy(bytes, start, end);
    return true;
  }

  function addRow(bytes: Buffer, length: number): boolean {
    const place = places.match(text(bytes, FIELD.district), text(bytes, FIELD.section), text(bytes, FIELD.subsection));
    const called = findNumber(bytes, areaOf(place.districtId));
    const gender = readGender(text(bytes, FIELD.gender));
    const documentLength = plainDocument(
      bytes,
      starts[FIELD.document]!,
      ends[FIELD.document]!,
      document,
      TEXT_LIMITS.document,
    );
    const birthday = plainDate(bytes, starts[FIELD.birthday]!, ends[FIELD.birthday]!);
    if (place.reason !== null || called === 0 || gender === undefined) return false;
    if (documentLength < 0 || birthday < 0 || birthday > lastDay) return false;
    const number = called >= MOBILE ? called - MOBILE : called;
    const isContact = starts[FIELD.orionId] !== ends[FIELD.orionId];

    out.open(length);
    out.number(number);
    out.flag(called >= MOBILE);
    out.person();
    if (birthday === 0) out.none();
    else out.int(dayNumber(midnightOf(birthday)));
    out.text(gender);
    out.text(place.districtId);
    out.text(place.sectionId);
    out.text(place.subsectionId);
    out.text(isContact ? 'contact' : 'lead');
    if (!addText(bytes, FIELD.orionId, TEXT_LIMITS.orionId, true)) return false;
    if (!addText(bytes, FIELD.firstName, TEXT_LIMITS.firstName, false)) return false;
    if (!addText(bytes, FIELD.lastName, TEXT_LIMITS.lastName, false)) return false;
    if (documentLength === 0) out.none();
    else out.copy(document, 0, documentLength);
    if (!addText(bytes, FIELD.nationality, TEXT_LIMITS.nationality, true)) return false;
    if (!addText(bytes, FIELD.channel, TEXT_LIMITS.channel, true)) return false;
    if (!addEmail(bytes)) return false;

    const identity = identify(bytes, documentLength, birthday, number);
    out.identity(identity);
    out.close(isContact ? identifyOrion(bytes, starts[FIELD.orionId]!, ends[FIELD.orionId]!) : identity, isContact);
    places.count(place, true);
    return true;
  }

  function identify(bytes: Buffer, documentLength: number, birthday: number, number: number) {
    key.begin();
    key.name(bytes, starts[FIELD.firstName]!, ends[FIELD.firstName]!);
    key.name(bytes, starts[FIELD.lastName]!, ends[FIELD.lastName]!);
    if (key.hasName() && documentLength > 0) return key.byDocument(document, documentLength);
    return key.hasName() && birthday > 0 ? key.byBirthday(birthday) : key.byNumber(number);
  }

  return {
    take(bytes, from) {
      lines = 0;
      let at = from;
      while (at < bytes.length) {
        let next = at + 1;
        if (bytes[at] === CR) next = bytes[next] === LF ? next + 1 : next;
        else if (bytes[at] !== LF) {
          next = cells.cut(bytes, at);
          if (next === NOT_PLAIN || !addRow(bytes, next - at)) return at;
        }
        lines += 1;
        at = next;
      }
      return at;
    },
    lines: () => lines,
  };
}

/** Of a figure like 19801231. */
const midnightOf = (date: number) =>
  Date.UTC(Math.trunc(date / 10_000), (Math.trunc(date / 100) % 100) - 1, date % 100);
