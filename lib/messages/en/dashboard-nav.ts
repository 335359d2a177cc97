/** The places of the dashboard. */
export const dashboardNav = {
  label: 'Dashboard',
  overview: 'Overview',
  routes: 'Routes',
  payments: 'Payments',
  allPayments: 'All payments',
  channels: 'Channels',
  earnings: 'Earnings',
  shop: 'Shop',
  profile: 'Your page',
  limits: 'Limits and changes',
  payees: 'Payout addresses',
  notifications: 'Notifications',
  webhooks: 'Webhooks',
  keys: 'API keys',
  operator: 'Operator',
} as const
