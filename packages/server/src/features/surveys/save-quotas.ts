import { isClosed } from '@campanero/contract/campaigns/status';
import { SEGMENT_TIMEOUT_MS } from '@campanero/contract/limits';
import { isQuestion, optionsOf, type SurveyItem } from '@campanero/contract/surveys/definition';
import type { QuotaBoard, QuotaCell, QuotaCellBody, QuotasBody } from '@campanero/contract/surveys/quota-schemas';
import { cellInWords } from '@campanero/contract/surveys/quota-words';
import { countQuotas } from '../../call-store/write/index.ts';
import { visibleTo } from '../../call-store/reach.ts';
import { asBigint } from '../../db/product-sql.ts';
import { type Db, selectFirst, type Trx } from '../../db/index.ts';
import {
  AppError,
  assertCurrent,
  type AuditValues,
  campaignAudit,
  fieldError,
  found,
  type SignedCtx,
  transact,
} from '../../work/index.ts';
import { updateVersioned } from '../../work/version.ts';
import { currentState, lockForEdit } from '../campaigns/status/change-status.ts';
import { deleteOtherCells, insertCell, isSection, selectCells, type StoredCell, updateCell } from './quotas.queries.ts';
import { findAsked } from './surveys.queries.ts';

export async function viewQuotas({ db, actor }: SignedCtx, id: number): Promise<QuotaBoard> {
  const { version } = found(
    await selectFirst<{ version: number }>(
      db,
    )`select version from campaign where id = ${asBigint(id)} and ${visibleTo(actor)}`,
  );
  return boardOf(db, id, version);
}

const boardOf = async (db: Db | Trx, id: number, version: number): Promise<QuotaBoard> => ({
  version,
  cells: await selectCells(db, id),
});

// Rule surveys/quotas. Under the exclusive lock of the campaign: nobody saves an interview meanwhile. A cell whose conditions stay keeps
// its interviews; another one is counted anew.
export const saveQuotas = (ctx: SignedCtx, id: number, { cells, version }: QuotasBody): Promise<QuotaBoard> =>
  transact(ctx, { statementTimeoutMs: SEGMENT_TIMEOUT_MS }, async ({ trx, actor, now, audit, publishActivity }) => {
    const { stage, campaign } = await lockForEdit(trx, actor, id);
    if (isClosed(currentState(stage, now))) throw new AppError('CAMPAIGN_FINISHED');
    assertCurrent(campaign, version);
    const asked = campaign.surveyId === null ? undefined : await findAsked(trx, campaign.surveyId);
    const items = asked?.items ?? [];
    const before = await selectCells(trx, id);
    const changed: number[] = [];
    const kept: number[] = [];
    for (const [place, cell] of cells.entries()) {
      const change = { ...cell, place, isSeveral: await checkCell(trx, cell, { place, items }) };
      const was = before.find((each) => each.id === cell.id);
      if (cell.id !== undefined && !was) throw new AppError('CONFLICT');
      if (was) await updateCell(trx, was.id, change);
      const cellId = was?.id ?? (await insertCell(trx, id, change));
      kept.push(cellId);
      if (!was || conditionsOf(was) !== conditionsOf(change)) changed.push(cellId);
    }
    await deleteOtherCells(trx, id, kept);
    if (changed.length > 0) await countQuotas(trx, campaign, changed, now);
    await updateVersioned(trx, 'campaign', id, { updatedAt: now });
    publishActivity(campaign);
    const board = await boardOf(trx, id, campaign.version + 1);
    await audit(campaignAudit(id, 'ACTUALIZAR'), {
      before: inWords(before, items),
      after: inWords(board.cells, items),
    });
    return board;
  });

const conditionsOf = ({ sectionId, gender, ageFrom, ageTo, answer }: QuotaCellBody | StoredCell) =>
  JSON.stringify([sectionId, gender, ageFrom, ageTo, answer?.questionId, answer?.value]);

/** Whether its question has several answers. */
async function checkCell(
  trx: Trx,
  { sectionId, answer }: QuotaCellBody,
  { place, items }: { place: number; items: readonly SurveyItem[] },
): Promise<boolean> {
  if (sectionId !== null && !(await isSection(trx, sectionId)))
    throw fieldError('VALIDATION', `cells.${place}.sectionId`, 'Esa sección no existe.');
  if (answer === null) return false;
  const question = items.filter(isQuestion).find(({ id }) => id === answer.questionId);
  if (!question || !optionsOf(question).some(({ id }) => id === answer.value))
    throw fieldError('VALIDATION', `cells.${place}.answer`, 'Esa respuesta ya no está en el relevamiento.');
  return question.kind === 'choices';
}

const inWords = (cells: readonly QuotaCell[], items: readonly SurveyItem[]): AuditValues =>
  Object.fromEntries(
    cells.map((cell) => [
      `Cupo ${cell.id}`,
      `${cellInWords(cell, items)}: ${cell.target}${cell.isOff ? ', cerrado a mano' : ''}`,
    ]),
  );
