import { escapeHtml } from '../../work/escape-html.ts';
import { addressOf, roleOfGuide, SEARCH, WHOLE, type Manual, type ManualPage } from './manual.ts';
import { START } from './read-manual.ts';
import type { Hit } from './search.ts';

export const QUESTION_MAX = 100;
const PRODUCT = 'Manual de Campanero';
const STAFF_ROLES = 5;

export type Frame = { manual: Manual; city: string; styleAddress: string };
/** `slug`: the page that the navigation marks. */
type Content = { title: string; main: string; slug?: string; question?: string; aside?: string };

const link = ({ slug, title }: ManualPage, current?: string) =>
  `<a href="${addressOf(slug)}"${slug === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
const listOf = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

function renderNavigation({ navigation }: Manual, current: string | undefined): string {
  const groups = navigation.map(({ title, pages }) => {
    const isOpen = current === undefined || current === START || pages.some(({ slug }) => slug === current);
    return `<details${isOpen ? ' open' : ''}><summary>${title}</summary>${listOf(pages.map((page) => link(page, current)))}</details>`;
  });
  return `<nav id="indice" aria-label="Páginas del manual">${groups.join('')}
<p><a href="${addressOf(WHOLE)}">Todo el manual, para imprimir</a></p></nav>`;
}

function renderDocument(
  { manual, city, styleAddress }: Frame,
  { title, main, slug, question = '', aside = '' }: Content,
): string {
  const name = escapeHtml(city);
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title === PRODUCT ? title : `${title} · ${PRODUCT}`)}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="${styleAddress}">
</head>
<body>
<a class="skip" href="#contenido">Ir al contenido</a>
<header>
<a class="brand" href="/manual"><img src="/favicon.svg" alt="" width="32" height="32"><span>Campanero<span class="kind">Manual${name && ` · ${name}`}</span></span></a>
<form role="search" action="${addressOf(SEARCH)}">
<input type="search" name="q" value="${escapeHtml(question)}" maxlength="${QUESTION_MAX}" required placeholder="Buscar en el manual" aria-label="Buscar en el manual">
<button>Buscar</button>
</form>
<a class="to-index" href="#indice">Índice</a>
</header>
<div class="frame">
<main id="contenido" tabindex="-1">
${main}
</main>
${aside}
${renderNavigation(manual, slug)}
</div>
</body>
</html>`;
}

const capital = (role: string) => role.charAt(0).toUpperCase() + role.slice(1);

function audienceOf({ roles }: ManualPage): string {
  if (roles.length >= STAFF_ROLES) return 'Para todos los roles';
  const names = roles.map(capital);
  return `Para ${new Intl.ListFormat('es').format(names)}`;
}

/** A guide names every page that its role can use. */
function pagesOfRole(manual: Manual, slug: string): string {
  const role = roleOfGuide(slug);
  if (!role) return '';
  const pages = manual.pages.filter((page) => page.slug !== slug && page.roles.includes(role));
  return `<h2 id="páginas-de-este-rol">Páginas de este rol</h2><div class="pages">${listOf(pages.map((page) => link(page)))}</div>`;
}

const body = ({ sections }: ManualPage) => sections.map(({ html }) => html).join('');
const lead = ({ summary }: ManualPage) => `<p class="lead">${escapeHtml(summary)}</p>`;

/** Under the title: for whom it is, and what it is about. */
const withLead = (page: ManualPage, level: 1 | 2) =>
  body(page).replace(
    `</h${level}>\n`,
    `</h${level}>\n<p class="audience">${escapeHtml(audienceOf(page))}</p>\n${lead(page)}\n`,
  );

function renderContents({ sections }: ManualPage): string {
  const named = sections.filter(({ heading }) => heading !== '');
  if (named.length < 2) return '';
  const links = named.map(({ id, heading }) => `<a href="#${id}">${escapeHtml(heading)}</a>`);
  return `<aside aria-label="En esta página"><p>En esta página</p>${listOf(links)}</aside>`;
}

function renderNeighbours({ navigation }: Manual, page: ManualPage): string {
  const pages = navigation.flatMap((group) => group.pages);
  const place = pages.findIndex(({ slug }) => slug === page.slug);
  const [before, after] = [pages[place - 1], pages[place + 1]];
  const step = (to: ManualPage | undefined, label: string, kind: string) =>
    to ? `<a class="${kind}" href="${addressOf(to.slug)}"><span>${label}</span>${escapeHtml(to.title)}</a>` : '';
  return `<nav class="neighbours" aria-label="Página anterior y siguiente">${step(before, 'Anterior', 'before')}${step(after, 'Siguiente', 'after')}</nav>`;
}

export const renderPage = (frame: Frame, page: ManualPage): string =>
  renderDocument(frame, {
    title: page.title,
    slug: page.slug,
    main: `${withLead(page, 1)}${pagesOfRole(frame.manual, page.slug)}${renderNeighbours(frame.manual, page)}`,
    aside: renderContents(page),
  });

/** Every page in one document, for printing and for the browser's own search. */
export function renderWhole(frame: Frame): string {
  const inOne = frame.manual.inOne();
  const contents = listOf(inOne.map(({ slug, title }) => `<a href="#${slug}">${escapeHtml(title)}</a>`));
  const articles = inOne.map((page) => `<article id="${page.slug}">${withLead(page, 2)}</article>`);
  return renderDocument(frame, {
    title: 'Todo el manual',
    main: `<h1>Todo el manual</h1><p class="lead">Todas las páginas, una detrás de otra. Para imprimirlas o guardarlas como PDF use la impresión del navegador (Ctrl P).</p>
<div class="pages">${contents}</div>${articles.join('\n')}`,
  });
}

const excerptHtml = (parts: readonly string[]) =>
  parts.map((part, place) => (place % 2 === 0 ? escapeHtml(part) : `<mark>${escapeHtml(part)}</mark>`)).join('');

function renderHit({ page, id, heading, excerpt }: Hit): string {
  const title = heading ? `${page.title}: ${heading}` : page.title;
  return `<li><a href="${escapeHtml(addressOf(page.slug, id))}">${escapeHtml(title)}</a><p>${excerptHtml(excerpt)}</p></li>`;
}

export function renderSearch(frame: Frame, question: string, hits: readonly Hit[]): string {
  const asked = escapeHtml(question);
  const count = hits.length === 1 ? '1 resultado' : `${hits.length} resultados`;
  const found =
    hits.length > 0
      ? `<p class="lead">${count} para «${asked}».</p><ol class="hits">${hits.map(renderHit).join('')}</ol>`
      : `<p class="lead">No hay nada en el manual sobre «${asked}». Pruebe con menos palabras o con otras.</p>`;
  const main = question === '' ? '<p class="lead">Escriba arriba lo que busca.</p>' : found;
  return renderDocument(frame, { title: 'Buscar en el manual', main: `<h1>Buscar en el manual</h1>${main}`, question });
}

export const renderMissing = (frame: Frame): string =>
  renderDocument(frame, {
    title: 'Página no encontrada',
    main: `<h1>Página no encontrada</h1><p class="lead">El manual no tiene esa página. Búsquela, o elíjala en el índice.</p>`,
  });
