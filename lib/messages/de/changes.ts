import type { Translation } from '../catalog'
import type { changes as english } from '../en/changes'

export const changes: Translation<typeof english> = {
  title: 'Änderungen',
  none: 'Hier gibt es keine Änderungen.',
  older: 'Ältere Änderungen',
  filter: {
    kind: 'Worüber',
    shop: 'Shop, nach seinem Namen in der Adresse',
    show: 'Zeigen',
  },
  columns: {
    when: 'Wann',
    what: 'Was',
    of: 'Wovon',
    before: 'Vorher',
    after: 'Nachher',
    by: 'Von',
  },
  subject: 'was geändert wurde',
  by: {
    operator: 'Betreiber dieser Website',
    wallet: 'Durch Signatur',
    session: 'Auf diesen Seiten',
    key: 'API-Schlüssel <key></key>',
    keyName: 'Schlüssel',
    signed: 'signiert von <wallet></wallet>',
    walletName: 'Wallet',
  },
  acts: {
    shop: {
      opened: 'Shop eröffnet',
      described: 'Seite des Shops geändert',
      suspended: 'Shop gesperrt',
      resumed: 'Sperre des Shops aufgehoben',
    },
    quotas: {
      set: 'Grenzen des Shops gesetzt',
    },
    payee: {
      set: 'Auszahlungsadresse gesetzt',
    },
    key: {
      made: 'API-Schlüssel erstellt',
      revoked: 'API-Schlüssel widerrufen',
    },
    route: {
      made: 'Route angelegt',
      changed: 'Route geändert',
      moved: 'Status einer Route geändert',
      suspended: 'Route gesperrt',
      resumed: 'Sperre einer Route aufgehoben',
    },
    upstream_key: {
      made: 'Schlüssel für die Server des Shops erstellt',
    },
    gateway: {
      saved: 'Gateway gespeichert',
      removed: 'Gateway entfernt',
    },
    file: {
      saved: 'Datei gespeichert',
    },
    listing: {
      changed: 'Eintrag geändert',
      suspended: 'Eintrag aus dem Bazaar genommen',
      resumed: 'Eintrag wieder erlaubt',
    },
    refund: {
      promised: 'Rückzahlung vorbereitet',
      confirmed: 'Rückzahlung eingetragen',
      cancelled: 'Rückzahlung abgebrochen',
    },
    claim: {
      asked: 'Einzug der Kanäle verlangt',
    },
    webhook: {
      added: 'Webhook hinzugefügt',
      removed: 'Webhook entfernt',
    },
    mail: {
      set: 'E-Mail gesetzt',
      removed: 'E-Mail entfernt',
    },
    wallet: {
      added: 'Wallet hinzugefügt',
      left: 'Wallet zu einem anderen Konto gewechselt',
    },
    invitation: {
      made: 'Einladung erstellt',
      withdrawn: 'Einladung zurückgezogen',
    },
  },
  facts: {
    sha256: 'SHA-256',
    isListed: 'im Bazaar',
    isContentClosed: 'für Käufer geschlossen',
    isTool: 'MCP-Tool',
    size: 'Bytes',
  },
  yes: 'ja',
  no: 'nein',
  fact: '{name}: {value}',
  kinds: {
    all: 'Alles',
    payee: 'Auszahlungsadressen',
    key: 'API-Schlüssel',
    route: 'Routen und Preise',
    gateway: 'Gateways',
    upstream_key: 'Schlüssel für die Server des Shops',
    file: 'Dateien',
    listing: 'Einträge',
    refund: 'Rückzahlungen',
    claim: 'Einzüge',
    webhook: 'Webhooks',
    mail: 'E-Mail',
    wallet: 'Wallets',
    shop: 'Der Shop selbst',
    quotas: 'Grenzen',
    invitation: 'Einladungen',
  },
}
