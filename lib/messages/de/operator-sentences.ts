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
      others: 'Die, auf denen die Facilitatoren in FACILITATOR_URLS abrechnen.',
      none: 'Es gibt keines: Setze einen RPC-Server für eines, etwa EVM_RPC_URLS_8453 für Base.',
    },
    care: 'Vorsicht mit echtem Geld',
    gas: {
      others: 'Das zahlen die Facilitatoren in FACILITATOR_URLS.',
      later: 'Das kommt nach dem ersten Netz.',
      silent: 'Kein Knoten von {networks} antwortet, wie er soll, deshalb sind die Guthaben nicht bekannt.',
      without: 'Keine Wallet zahlt die Gebühren auf {networks}: Setze {variables}.',
      dry: 'Sende Coins des Netzes an {wallets}.',
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
      done: 'Besucher sehen, wem diese Website gehört und wie du zu erreichen bist.',
      open: 'Setze {variables}, damit Besucher sehen, wem diese Website gehört und wie du zu erreichen bist.',
    },
  },
  kept: {
    unstarted: 'Zahlungen, die endeten, bevor Code lief',
    unpaid: 'Zahlungen ohne Geld, nachdem Code lief, und abgelehnte',
    answers: 'Antworten für einen neuen Versuch und was ein Voucher signiert hat',
    transactions: 'Abgeschlossene signierte Transaktionen',
    webhooks: 'Abgeschlossene Webhook-Zustellungen',
    money: 'Zahlungen mit Geld, Abrechnungen, Rechte, Rückzahlungen, Kanäle',
    changes: 'Was Betreiber und Verkäufer geändert haben',
    shops: 'Shops, Routen, Artikel und Dateien',
    replays: 'Antworten auf einen Idempotency-Key der Verkäufer-API',
    sessions: 'Sitzungen',
    nonces: 'Nonces von Anmeldungen',
    news: 'Neuigkeiten des Katalogs',
    probes: 'Prüfungen des Katalogs',
    ownerProofs: 'Benutzte Beweise von Besitzern im Katalog',
    for: {
      ever: 'Für immer',
      removed: 'Bis der Besitzer sie entfernt',
      proof: 'Bis der Beweis zu alt ist',
      beyondOneHour: '1 Stunde nach ihrem Ende',
      beyondHours: '{count, number} Stunden nach ihrem Ende',
      oneHour: '1 Stunde',
      hours: '{count, number} Stunden',
      oneDay: '1 Tag',
      days: '{count, number} Tage',
    },
  },
}
