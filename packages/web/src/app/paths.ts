/** Every address of the web app that code refers to. Which of them have a page today: pages.ts. */
export const paths = {
  home: '/',
  signIn: '/signin',
  recover: '/recover',
  reset: '/reset/:id',
  notFound: '/404',
  loading: '/loading',
  campaigns: '/campaigns',
  campaignCreate: '/campaigns/create',
  campaign: (id: number | ':id') => `/campaign/${id}`,
  campaignEdit: (id: number | ':id') => `/campaign/edit/${id}`,
  campaignDetail: (id: number | ':id') => `/campaign/detail/${id}`,
  campaignStatistics: (id: number | ':id') => `/campaign/stats/${id}`,
  profile: '/pages/profile',
} as const;
