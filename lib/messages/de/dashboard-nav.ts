import type { Translation } from '../catalog'
import type { dashboardNav as english } from '../en/dashboard-nav'

export const dashboardNav: Translation<typeof english> = {
  label: 'Dashboard',
  overview: 'Überblick',
  routes: 'Routen',
  payments: 'Zahlungen',
  allPayments: 'Alle Zahlungen',
  channels: 'Kanäle',
  earnings: 'Umsatz',
  shop: 'Shop',
  profile: 'Deine Seite',
  limits: 'Grenzen und Änderungen',
  payees: 'Auszahlungsadressen',
  notifications: 'Benachrichtigungen',
  webhooks: 'Webhooks',
  keys: 'API-Schlüssel',
  operator: 'Betrieb',
}
