import type { District } from '@campanero/contract/lookups/schemas';

/** A place as far as it was chosen; empty text is nothing chosen. */
export interface Place {
  districtId: string;
  sectionId: string;
  subsectionId: string;
}
export const NO_PLACE: Place = { districtId: '', sectionId: '', subsectionId: '' };

const asChoice = ({ id, name }: { id: string; name: string }) => ({ id, name });

/** What can be chosen below what was chosen (spec 5, Location). */
export function placeChoices(tree: readonly District[] | undefined, place: Place) {
  const district = tree?.find(({ id }) => id === place.districtId);
  const section = district?.sections.find(({ id }) => id === place.sectionId);
  return {
    districts: tree?.map(asChoice),
    sections: tree && (district?.sections.map(asChoice) ?? []),
    subsections: tree && (section?.subsections.map(asChoice) ?? []),
  };
}

/** "CABA, Comuna 7, Flores" in the tree's own words; undefined when nothing is chosen. */
export function placeName(tree: readonly District[] | undefined, place: Place): string | undefined {
  const { districts, sections, subsections } = placeChoices(tree, place);
  const names = [
    districts?.find(({ id }) => id === place.districtId)?.name,
    sections?.find(({ id }) => id === place.sectionId)?.name,
    subsections?.find(({ id }) => id === place.subsectionId)?.name,
  ].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(', ') : undefined;
}
