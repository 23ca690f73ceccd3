import type { FormCapacity, FormDetail, FormOption } from '@campanero/contract/forms/schemas';
import type { FormName, RemoteForm } from '../../integrations/forms/port.ts';

/** The search speaks the forms system's own Spanish (spec 3). */
export const presentOption = ({ id, name }: FormName): FormOption => ({ id, nombre: name });

export const presentCapacity = ({ slots, enrolled, status }: RemoteForm): FormCapacity => ({ slots, enrolled, status });

export const presentForm = (form: RemoteForm): FormDetail => ({
  ...presentCapacity(form),
  id: form.id,
  name: form.name,
  available: form.available,
  createdAt: form.createdAt.toISOString(),
  url: form.url,
});
