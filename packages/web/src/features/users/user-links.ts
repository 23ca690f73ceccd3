/** Where the pages of users are; the app says so, features know no addresses. */
export interface UserLinks {
  list: string;
  create: string;
  view: (id: number) => string;
  edit: (id: number) => string;
}
