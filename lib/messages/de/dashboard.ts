import type { Translation } from '../catalog'
import type { dashboard as english } from '../en/dashboard'

export const dashboard: Translation<typeof english> = {
  title: 'Dashboard',
  operatorNote: 'Du betreibst diese Website: <link>Sieh nach, was noch fehlt</link>.',
  closed: {
    title: 'Diese Website nimmt keine neuen Shops auf',
    library: 'Deine Bibliothek öffnen',
    about: 'Kaufen kannst du hier auch ohne Shop. Was du gekauft hast, liegt in deiner Bibliothek.',
  },
  signIn: {
    title: 'Melde dich mit deiner Wallet an, um zu verkaufen',
    about:
      'Gib einem Artikel, einer Datei oder einer API einen Preis. Eine Registrierung gibt es nicht, und Signieren kostet nichts.',
  },
  noNetwork: {
    title: 'Diese Website hat noch kein Netz',
    about:
      'Betreibst du sie? Setze einen RPC-Server für ein Netz, etwa <code>EVM_RPC_URLS_8453</code> für Base, und deine Wallet in <code>OPERATOR_WALLETS</code> und starte sie neu. Melde dich dann hier an.',
  },
  suspension: {
    shop: 'Die Betreiber dieser Website haben deinen Shop gesperrt',
    route: 'Die Betreiber dieser Website haben deine Route gesperrt',
    closed:
      'Bis sie das aufheben, wird nichts davon verkauft. Es ist auch für alle geschlossen, die bezahlt haben; unter „Zahlungen“ kannst du ihnen das Geld zurückzahlen.',
    open: 'Bis sie das aufheben, wird nichts davon verkauft. Was bezahlt ist, bleibt für die offen, die bezahlt haben.',
  },
  payeeFirst: {
    title: 'Sage zuerst, wohin dein Geld geht',
    about: 'Vorher wird nichts mit einem Preis verkauft. Es dauert eine Minute.',
    confirm: 'Auszahlungsadresse bestätigen',
  },
  overview: {
    title: 'Überblick',
    shopAddress: 'Adresse deines Shops',
    sell: 'Etwas verkaufen',
    days: '{days, number} Tage',
    earned: 'Eingenommen',
    range: 'Zeitraum',
    nothingEarned: 'In diesen Tagen kam nichts herein.',
    inDays: 'in {days, number} Tagen auf {network}',
    payments: '{count, plural, one {Eine Zahlung} other {# Zahlungen}}',
    today: 'Heute (UTC)',
    weekAgo: 'Vor einer Woche, bis zur selben Uhrzeit',
  },
  chart: {
    most: 'Am meisten am {day}: <amount></amount>',
    table: 'Als Tabelle',
    caption: 'Umsatz nach Tagen (UTC) auf {network}',
    day: 'Tag',
    payments: 'Zahlungen',
    earned: 'Eingenommen',
  },
  best: {
    title: 'Was sich am besten verkauft',
    caption: 'Routen nach Zahlungen in {days, number} Tagen',
    route: 'Route',
    network: 'Auf',
    share: 'Anteil',
    all: 'Gesamter Umsatz',
  },
  firstSteps: {
    title: 'Drei Schritte zu deinem ersten Verkauf',
    done: 'Erledigt',
    payee: {
      title: 'Sage, wohin dein Geld geht',
      about: 'Bestätige eine eigene Adresse auf einem Netz. Das Geld geht direkt dorthin.',
    },
    route: {
      title: 'Biete etwas zum Verkauf an',
      about: 'Einen Text, eine Datei oder eine API, mit einem Preis. Sobald du speicherst, ist es zu kaufen.',
    },
    payment: {
      title: 'Sieh zu, wie eine Zahlung ankommt',
      about: 'Mache selbst eine Testzahlung oder gib die Adresse jemandem.',
    },
  },
  lastPayments: {
    title: 'Letzte Zahlungen',
    all: 'Alle Zahlungen',
  },
  concerns: {
    title: 'Wartet auf dich',
    none: 'Gerade nichts.',
    giveBack: 'Zurückzahlen',
    owed: '<amount></amount> für {title}',
    undelivered: 'Der Betrag kam am <time></time> an, aber dafür wurde nichts geliefert.',
    failing: 'Fehler',
    failures:
      'Dein Server hat den letzten {failures, number} Käufern nicht geantwortet, zuletzt am <time></time>. Sie haben nichts bezahlt.',
    webhook: 'Webhook',
    deliveries:
      '{failures, plural, one {Eine Zustellung des letzten Tages ist nicht angekommen.} other {# Zustellungen des letzten Tages sind nicht angekommen.}}',
    credit: 'Kredit beendet',
    formerCredit:
      'Dieser Stream wurde an seinem Ende abgerechnet, und ein Käufer konnte ihn lesen, ohne zu zahlen. Jetzt wird er nur noch aus Zahlungskanälen verkauft. Öffne ihn, wähle, wie er verkauft wird, und speichere ihn.',
    leftOut: 'Ausgelassen',
    suspended: 'Gesperrt',
    paused: 'Pausiert',
    draft: 'Entwurf',
  },
}
