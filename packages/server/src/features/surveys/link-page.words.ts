import { type BlankTexts, fillBlanks } from '@campanero/contract/scripts/blanks';
import { formatDate, formatDay, formatTime, productDay } from '@campanero/contract/shared/dates';
import { WEEKDAYS } from '@campanero/contract/calling-rules/words';
import { weekdayOf } from '@campanero/contract/calls/calling-hours';
import {
  LONG_TEXT_MAX,
  optionsOf,
  SHORT_TEXT_MAX,
  type SurveyItem,
  type SurveyQuestion,
  UNKNOWN_WORDS,
} from '@campanero/contract/surveys/definition';
import { publicPage } from '../../http/public-page.ts';
import { escapeHtml } from '../../work/escape-html.ts';
import { type Typed, UNKNOWN_VALUE } from './link-form.policy.ts';

// The page of a neighbour's link. It works without a script and names nobody: whoever has the address may read it.

export interface LinkPage {
  city: string;
  surveyName: string;
  campaignName: string;
  items: readonly SurveyItem[];
  typed: Typed;
  errors: ReadonlyMap<number, string>;
  /** Said first; null: nothing happened yet. */
  message: { text: string; isBad: boolean } | null;
  seen: number | null;
  surveyId: number;
  number: number;
  expiresAt: Date;
  /** When the person may ask to be called. */
  callTimes: readonly Date[];
}

const isQuestionItem = (each: SurveyItem): each is SurveyQuestion => each.kind !== 'section' && each.kind !== 'note';

export function linkPage(page: LinkPage): string {
  const { city, surveyId, surveyName, items, message, seen, number, expiresAt } = page;
  const shown = items.filter(isQuestionItem).map(({ id }) => id);
  const body = `${message ? said(message, page) : ''}
<p>Puede cambiar sus respuestas en este mismo enlace hasta el ${formatDate(expiresAt)}. Las que dicen «opcional» se pueden dejar vacías.</p>
<form method="post" novalidate>
<input type="hidden" name="survey" value="${surveyId}"><input type="hidden" name="number" value="${number}"><input type="hidden" name="shown" value="${shown.join(',')}">
<input type="hidden" name="seen" value="${seen ?? ''}">
${items.map((each) => itemHtml(each, page)).join('\n')}
<button type="submit" name="action" value="save">Enviar las respuestas</button>
</form>
${otherWishes(page)}`;
  return publicPage(city, escapeHtml(surveyName), body);
}

const said = ({ text, isBad }: NonNullable<LinkPage['message']>, page: LinkPage) => {
  const wrong = page.items.filter(({ id }) => page.errors.has(id));
  const links = wrong.map(
    (each) => `<li><a href="#${fieldId(each.id)}">${escapeHtml(shorten(withoutNames(each.text, page)))}</a></li>`,
  );
  const list = links.length > 0 ? `<ul>${links.join('')}</ul>` : '';
  return `<div class="said${isBad ? ' bad' : ''}" role="${isBad ? 'alert' : 'status'}">${text}${list}</div>`;
};

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
const fieldId = (id: number) => `q${id}`;

/** Without the person's name, which somebody else might read. */
function withoutNames(text: string, { campaignName }: LinkPage): string {
  const words: BlankTexts = {
    firstName: '',
    lastName: '',
    fullName: '',
    title: '',
    operator: '',
    campaign: campaignName,
    date: '',
    place: '',
  };
  const filled = fillBlanks(text, words)
    .map((part) => (part.kind === 'text' ? part.source : part.kind === 'filled' ? part.words : ''))
    .join('');
  return filled
    .replaceAll(/ +([,.;:!?])/g, '$1')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
const inWords = (text: string, page: LinkPage) => escapeHtml(withoutNames(text, page)).replaceAll('\n', '<br>');

function itemHtml(each: SurveyItem, page: LinkPage): string {
  if (each.kind === 'section') return `<h2>${inWords(each.text, page)}</h2>`;
  if (each.kind === 'note') return `<p class="note">${inWords(each.text, page)}</p>`;
  const error = page.errors.get(each.id);
  const described = [each.help && `${fieldId(each.id)}-help`, error && `${fieldId(each.id)}-wrong`].filter(Boolean);
  const attributes = `${described.length > 0 ? ` aria-describedby="${described.join(' ')}"` : ''}${error ? ' aria-invalid="true"' : ''}`;
  const label = `${inWords(each.text, page)}${each.required ? '' : ' <span class="help">(opcional)</span>'}`;
  const help = each.help && `<p class="help" id="${fieldId(each.id)}-help">${inWords(each.help, page)}</p>`;
  const wrong = error ? `<p class="wrong" id="${fieldId(each.id)}-wrong">${escapeHtml(error)}</p>` : '';
  const values = page.typed.get(each.id) ?? [];
  const options = optionsOf(each);
  if (options.length === 0)
    return `<div class="question"><label for="${fieldId(each.id)}">${label}</label>${help}${typedField(each, values, attributes)}${wrong}</div>`;
  const type = each.kind === 'choices' ? 'checkbox' : 'radio';
  const nameOf = (option: { id: number; text: string }) =>
    each.kind === 'scale' ? (option.text ? `${option.id} · ${option.text}` : String(option.id)) : option.text;
  const all = [
    ...options.map((option) => ({ value: String(option.id), name: nameOf(option) })),
    ...unknownOption(each),
  ];
  const fields = all.map(
    ({ value, name }, place) =>
      `<label class="option"><input type="${type}" name="q${each.id}" value="${value}"${place === 0 ? ` id="${fieldId(each.id)}"` : ''}${values.includes(value) ? ' checked' : ''}${attributes}><span>${escapeHtml(name)}</span></label>`,
  );
  const isShort = each.kind === 'scale' && each.labels.length === 0;
  const choices = isShort ? `<div class="points">${fields.join('')}</div>` : fields.join('');
  return `<fieldset><legend>${label}</legend>${help}${choices}${wrong}</fieldset>`;
}

const unknownOption = ({ required }: SurveyQuestion) =>
  required ? [{ value: UNKNOWN_VALUE, name: UNKNOWN_WORDS }] : [];

function typedField(question: SurveyQuestion, values: readonly string[], attributes: string): string {
  const { id, kind } = question;
  const isUnknown = values.includes(UNKNOWN_VALUE);
  const value = escapeHtml(isUnknown ? '' : (values.find((each) => each !== '') ?? ''));
  const common = `id="${fieldId(id)}" name="q${id}"${attributes}`;
  const unit = kind === 'number' && question.unit ? `<p class="help">En ${escapeHtml(question.unit)}.</p>` : '';
  const fields: Record<string, string> = {
    number: `<input type="text" inputmode="decimal" ${common} maxlength="20" value="${value}">${unit}`,
    date: `<input type="date" ${common} value="${value}">`,
    short: `<input type="text" ${common} maxlength="${SHORT_TEXT_MAX}" value="${value}">`,
    long: `<textarea ${common} maxlength="${LONG_TEXT_MAX}" rows="4">\n${value}</textarea>`,
  };
  const unknown = unknownOption(question).map(
    (option) =>
      `<label class="option"><input type="checkbox" name="q${id}" value="${option.value}"${isUnknown ? ' checked' : ''}><span>${option.name}</span></label>`,
  );
  return `${fields[kind] ?? ''}${unknown.join('')}`;
}

/** What else the person may want: rule surveys/links. */
function otherWishes({ callTimes }: LinkPage): string {
  const days = Map.groupBy(callTimes, (at) => productDay(at));
  const groups = [...days].map(
    ([day, times]) =>
      `<optgroup label="${WEEKDAYS[weekdayOf(day)]} ${formatDay(day)}">${times
        .map((at) => `<option value="${at.toISOString()}">${formatTime(at)}</option>`)
        .join('')}</optgroup>`,
  );
  const later = `<details><summary>Prefiero que me llamen a otra hora</summary><form method="post">
<div class="question"><label for="callbackAt">¿Cuándo?</label><select id="callbackAt" name="callbackAt">${groups.join('')}</select></div>
<button type="submit" class="quiet-button" name="action" value="later">Llámenme entonces</button></form></details>`;
  return `${groups.length > 0 ? later : ''}
<details><summary>No quiero que me llamen más</summary><form method="post">
<p>No volverán a llamarlo de ninguna campaña de la ciudad.</p>
<button type="submit" class="quiet-button" name="action" value="no-calls">No me llamen más</button></form></details>`;
}

/** The same for every link that cannot be used, so that a guesser learns nothing. */
export const noLinkPage = (city: string) =>
  publicPage(
    city,
    'Este enlace no está disponible',
    '<p>Puede que haya vencido o que esté incompleto. Si se lo enviaron por WhatsApp o por mail, ábralo de nuevo desde el mensaje.</p>',
  );
export const saidPage = (city: string, title: string, text: string) =>
  publicPage(city, title, `<p role="status">${text}</p>`);
