import type { CallDetail } from '@campanero/contract/contacts/schemas';
import { useQuery } from '@tanstack/react-query';
import type { ContactKey } from '../../../../features/contacts/api.ts';
import { PersonInformation, type PlaceEditor } from '../../../../features/contacts/person-form.tsx';
import { placeName, PlaceFields } from '../../../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../../../features/lookups/api.ts';

/** A person's data; the official places come from a list of their own. */
export function ContactInformation({ contactKey, detail }: { contactKey: ContactKey; detail: CallDetail }) {
  const tree = useQuery(locationsQuery()).data;
  const renderPlace: PlaceEditor = (place, onChange, error) => (
    <PlaceFields tree={tree} place={place} onChange={onChange} {...(error && { errors: { districtId: error } })} />
  );
  return (
    <PersonInformation
      contactKey={contactKey}
      detail={detail}
      renderPlace={renderPlace}
      placeInWords={(place) => placeName(tree, place) ?? ''}
    />
  );
}
