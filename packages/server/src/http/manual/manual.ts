import type { ManualSource } from '@campanero/contract/shared/manual-page';
import { readManual, START, type Picture, type SourcePage } from './read-manual.ts';
import type { ManualSection, Placement } from './render-markdown.ts';

export type ManualPage = Omit<ManualSource, 'markdown'> & { slug: string; sections: ManualSection[] };
export type NavigationGroup = { title: string; pages: ManualPage[] };
export interface Manual {
  pages: ManualPage[];
  /** The same pages for one document: their links lead to places in it. Made when somebody asks for it. */
  inOne: () => ManualPage[];
  navigation: NavigationGroup[];
  pictures: ReadonlyMap<string, Picture>;
}

export const WHOLE = 'todo';
export const SEARCH = 'buscar';

/** A page stands under the lowest role that has it; the higher ones have it too. */
const GROUPS = [
  { role: 'invitado', title: 'Para todos', guide: START },
  { role: 'operador', title: 'Operador', guide: 'operador' },
  { role: 'coordinador', title: 'Coordinador', guide: 'coordinador' },
  { role: 'administrador', title: 'Administrador', guide: 'administrador' },
] as const;

export const roleOfGuide = (slug: string): string | undefined =>
  GROUPS.find(({ guide, role }) => guide === slug && role !== 'invitado')?.role;

export const addressOf = (slug: string, anchor = ''): string =>
  `/manual${slug === START ? '' : `/${slug}`}${anchor && `#${anchor}`}`;

function groupByRole(pages: readonly ManualPage[]): NavigationGroup[] {
  const guideOf = (page: ManualPage) => GROUPS.find(({ guide }) => guide === page.slug);
  const groupOf = (page: ManualPage) => guideOf(page) ?? GROUPS.find(({ role }) => page.roles.includes(role));
  return GROUPS.map((group) => ({
    title: group.title,
    pages: pages
      .filter((page) => groupOf(page) === group)
      .toSorted((a, b) => Number(b.slug === group.guide) - Number(a.slug === group.guide)),
  }));
}

export async function makeManual(root: string): Promise<Manual> {
  const { pages: sources, pictures } = await readManual(root);
  // Here, so that a process that serves no manual does not load it.
  const { renderSections } = await import('./render-markdown.ts');
  const render = ({ markdown, ...page }: SourcePage, placement: Omit<Placement, 'pictures'>): ManualPage => ({
    ...page,
    sections: renderSections(markdown, { ...placement, pictures }),
  });
  const pages = sources.map((page) => render(page, { linkTo: addressOf, idOf: (anchor) => anchor, deeper: 0 }));
  const navigation = groupByRole(pages);
  const order = navigation.flatMap((group) => group.pages.map(({ slug }) => slug));
  return {
    pages,
    navigation,
    pictures,
    inOne: () =>
      sources
        .toSorted((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug))
        .map((page) =>
          render(page, {
            linkTo: (slug, anchor) => `#${slug}${anchor && `.${anchor}`}`,
            idOf: (anchor) => `${page.slug}.${anchor}`,
            deeper: 1,
          }),
        ),
  };
}
