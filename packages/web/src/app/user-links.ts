import type { UserLinks } from '../features/users/user-links.ts';
import { paths } from './pages.ts';

export const userLinks: UserLinks = {
  list: paths.users,
  create: paths.userCreate,
  view: paths.user,
  edit: paths.userEdit,
};
