import type { Translation } from '../catalog'
import type { palette as english } from '../en/palette'

export const palette: Translation<typeof english> = {
  title: 'Gehe zu',
  field: 'Zu einer Seite gehen oder suchen',
  places: {
    home: 'Startseite',
    articles: 'Artikel',
    bazaar: 'Bazaar',
    addService: 'Bazaar: Dienst eintragen',
    compare: 'Bazaar: Einträge vergleichen',
    library: 'Bibliothek: was du gekauft hast',
    documentation: 'Dokumentation',
    facilitator: 'Facilitator',
    overview: 'Dashboard: Überblick',
    routes: 'Dashboard: Routen',
    payments: 'Dashboard: Alle Zahlungen',
    channels: 'Dashboard: Kanäle',
    earnings: 'Dashboard: Umsatz',
    profile: 'Dashboard: Seite deines Shops',
    shop: 'Dashboard: Grenzen und Änderungen',
    payees: 'Dashboard: Auszahlungsadressen',
    notifications: 'Dashboard: Benachrichtigungen',
    webhooks: 'Dashboard: Webhooks',
    keys: 'Dashboard: API-Schlüssel',
    sell: 'Dashboard: Etwas verkaufen',
  },
  searches: {
    bazaar: 'Im Bazaar nach „{text}“ suchen',
    documentation: 'In der Dokumentation nach „{text}“ suchen',
    purchases: 'In deinen Käufen nach „{text}“ suchen',
    routes: 'In deinen Routen nach „{text}“ suchen',
    payments: 'In deinen Zahlungen nach „{text}“ suchen',
  },
}
