import type { Translation } from '../catalog'
import type { routeNav as english } from '../en/route-nav'

export const routeNav: Translation<typeof english> = {
  label: 'Route',
  settings: 'Einstellungen',
  integrate: 'Einbinden',
  test: 'Testzahlung',
  payments: 'Zahlungen',
}
