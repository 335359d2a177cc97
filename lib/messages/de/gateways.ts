import type { Translation } from '../catalog'
import type { gateways as english } from '../en/gateways'

export const gateways: Translation<typeof english> = {
  title: 'Gateways',
  intro: 'Ein Gateway verkauft die Operationen eines Dienstes, den du betreibst, einzeln und ohne ihn zu ändern.',
  yours: 'Deine Gateways',
  sell: 'Einen Dienst verkaufen',
  none: 'Noch kein Dienst',
  noneWhat: 'Gib die Adresse seines OpenAPI-Dokuments an und wähle Preise, dann wird er verkauft.',
  newWhat: 'Sein OpenAPI-Dokument sagt, was er kann. Du sagst, was das kostet. Der Dienst bleibt, wie er ist.',
  columns: {
    service: 'Dienst',
    below: 'Adresse auf dieser Website',
    address: 'Adresse',
    operations: 'Operationen',
    operation: 'Operation',
    state: 'Status',
    price: 'Preis',
  },
  one: 'Gateway',
  saved: 'Gespeichert und im Verkauf',
  savedWhat: 'Jede Adresse unten antwortet jetzt mit ihrem Preis.',
  free: 'Kostenlos',
  refused: 'Abgelehnt',
  upTo: 'Bis zu {dollars}',
  whoPaid: {
    title: 'Wer gezahlt hat',
    what: 'Mit einem Schlüssel trägt jede Anfrage an deine eigenen Server <header></header>: wer wofür gezahlt hat, signiert für diese eine Anfrage. Dein Server prüft es in wenigen Zeilen.',
    signsSince: 'Schlüssel <key></key> signiert seit <time></time>',
    signsFrom: 'Schlüssel <key></key> signiert ab <time></time>',
  },
  keyMade: 'Erstellt. Kopiere den Schlüssel jetzt; er wird nicht noch einmal gezeigt.',
}
