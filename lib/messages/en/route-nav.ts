/** The places of one route of a seller. */
export const routeNav = {
  label: 'Route',
  settings: 'Settings',
  integrate: 'Integrate',
  test: 'Test payment',
  payments: 'Payments',
} as const
