import type { Translation } from '../catalog'
import type { shop as english } from '../en/shop'

export const shop: Translation<typeof english> = {
  description: 'Was {name} verkauft.',
  count: '{count, plural, one {Ein Angebot} other {# Angebote}}',
  newest: 'Die neuesten {count} Angebote',
  links: 'Links',
  feed: 'Per Feed folgen',
  emptyTitle: 'Hier gibt es noch nichts zu kaufen',
  empty: 'Der Shop ist offen, aber noch leer.',
  others: 'Ansehen, was andere verkaufen',
  kinds: {
    article: 'Artikel',
    file: 'Datei',
    api: 'API, ein Preis je Aufruf',
    metered_api: 'API, nach Nutzung berechnet',
    sign_in: 'Öffnet sich nach dem Anmelden',
  },
}
