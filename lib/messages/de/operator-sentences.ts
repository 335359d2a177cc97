import type { Translation } from '../catalog'
import type { operatorSentences as english } from '../en/operator-sentences'

export const operatorSentences: Translation<typeof english> = {
  setup: {
    origin: {
      title: 'Öffentliche Adresse',
      done: 'Käufer erreichen diese Website unter {origin}.',
      open: 'Sie ist {origin}: Setze PUBLIC_ORIGIN auf die https-Adresse, die Käufer sehen. Zahlungen und Anmeldungen sind an sie gebunden.',
    },
    callers: {
      title: 'Aufrufer',
      open: 'Vor dieser Website steht ein Proxy, und alle Aufrufer sehen gleich aus: Setze TRUSTED_PROXIES auf die Zahl deiner Proxys.',
      done: 'Aufrufer werden an ihren Adressen unterschieden.',
    },
    database: {
      title: 'Datenbank',
      done: 'Sie antwortet und hat alle Migrationen dieser Version.',
      open: 'Ihr fehlen {count} der Migrationen: Führe npm run migrate -- deploy aus.',
    },
    networks: {
      title: 'Netze',
      test: '{networks}. Nur Testnetze: Was dort bezahlt wird, ist nichts wert.',
      others: 'Wie die Facilitatoren in FACILITATOR_URLS abrechnen.',
      none: 'Es gibt keines: Setze einen RPC-Server für eines, etwa EVM_RPC_URLS_8453 für Base.',
    },
    care: 'Vorsicht mit echtem Geld',
    gas: {
      others: 'Die Facilitatoren in FACILITATOR_URLS zahlen es.',
      later: 'Es kommt nach dem ersten Netz.',
      silent: 'Kein Knoten von {networks} antwortet, wie er soll, deshalb sind die Stände nicht bekannt.',
      without: 'Keine Wallet zahlt die Gebühren auf {networks}: Setze {variables}.',
      dry: 'Sende die eigene Münze des Netzes an {wallets}.',
      done: 'Jedes Netz hat eine Wallet, die seine Gebühren zahlen kann.',
    },
    shop: {
      title: 'Erster Shop',
      done: 'Du hast einen.',
      open: 'Eröffne deinen eigenen im Dashboard; was die Website selbst verkauft, entsteht dort.',
    },
    payee: {
      title: 'Auszahlungsadresse',
      done: 'Dein Shop weiß, wohin sein Geld geht.',
      open: 'Bestätige eine Wallet, an die dein Shop bezahlt wird.',
    },
    route: {
      title: 'Erstes Angebot',
      done: 'Dein Shop hat eines.',
      open: 'Gib einem Artikel, einer Datei oder einer API einen Preis.',
    },
    identity: {
      title: 'Name und Kontakt',
      done: 'Man sieht, wem diese Website gehört und wie du zu erreichen bist.',
      open: 'Setze {variables}, damit man sieht, wem diese Website gehört und wie du zu erreichen bist.',
    },
  },
  kept: {
    unstarted: 'Zahlungen, die endeten, bevor Code lief',
    unpaid: 'Zahlungen ohne Geld, nachdem Code lief, oder abgelehnte',
    answers: 'Antworten für einen neuen Versuch, und was ein Voucher signiert hat',
    transactions: 'Beendete signierte Transaktionen',
    webhooks: 'Beendete Webhook-Zustellungen',
    money: 'Zahlungen mit Geld, Abrechnungen, Rechte, Rückzahlungen, Kanäle',
    changes: 'Was Betreiber und Verkäufer geändert haben',
    shops: 'Shops, Routen, Artikel und Dateien',
    replays: 'Antworten auf einen Idempotency-Key der Verkäufer-API',
    sessions: 'Sitzungen',
    nonces: 'Nonces von Anmeldebeweisen',
    news: 'Neuigkeiten des Katalogs',
    probes: 'Prüfungen des Katalogs',
    ownerProofs: 'Benutzte Beweise von Besitzern im Katalog',
    for: {
      ever: 'Für immer',
      removed: 'Bis der Besitzer sie entfernt',
      proof: 'Bis der Beweis zu alt ist',
      beyondOneHour: '1 Stunde über ihr Ende hinaus',
      beyondHours: '{count, number} Stunden über ihr Ende hinaus',
      oneHour: '1 Stunde',
      hours: '{count, number} Stunden',
      oneDay: '1 Tag',
      days: '{count, number} Tage',
    },
  },
}
