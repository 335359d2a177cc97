import type { Translation } from '../catalog'
import type { earnings as english } from '../en/earnings'

export const earnings: Translation<typeof english> = {
  title: 'Umsatz',
  days: '{days, number} Tage',
  range: 'Zeitraum',
  statementLink: 'Ein Monat als Abrechnung zum Drucken',
  none: {
    title: 'Kein Umsatz in diesen Tagen',
    attempts: 'Alle Zahlungsversuche ansehen',
    about: 'Abgerechnete Zahlungen werden hier nach Tag (UTC), Route und Netz gezählt.',
  },
  by: {
    network: 'Nach Netz',
    route: 'Nach Route',
    day: 'Nach Tag',
  },
  columns: {
    network: 'Netz',
    route: 'Route',
    day: 'Tag',
    on: 'Auf',
    payments: 'Zahlungen',
    earned: 'Eingenommen',
    share: 'Anteil',
  },
  undelivered: 'davon <amount></amount> nicht geliefert',
  conversion: {
    title: 'Vom Fragen zum Zahlen',
    about:
      'Aufrufer sagen selbst, was sie sind. Jemand kann mehrmals um eine Zahlung gebeten werden, bevor er einmal zahlt. Routen zählen für die letzten 30 Tage.',
    by: {
      caller: 'Anfragen nach Aufrufer',
      route: 'Anfragen nach Route',
      day: 'Anfragen nach Tag',
    },
    caller: 'Aufrufer',
    asked: 'Zum Zahlen gebeten',
    signed: 'Signiert',
    settled: 'Abgerechnet',
    person: 'Menschen',
    agent: 'Agenten',
    probe: 'Prüfer und Crawler',
    unknown: 'Unbekannt',
  },
  statement: {
    title: 'Abrechnung',
    heading: 'Abrechnung, {month}',
    period: 'Vom {from} bis zum Ende des {until}, UTC.',
    running: 'Vom {from} bis zum Ende des {until}, UTC. Der Monat ist nicht zu Ende: Das kann sich noch ändern.',
    month: 'Monat',
    show: 'Zeigen',
    empty: {
      title: 'Ein leerer Monat',
      about: 'Nichts kam herein, und nichts wurde zurückgezahlt.',
    },
    inAll: 'Insgesamt',
    testMoney: '{network}, Testgeld',
    cameIn: 'Eingegangen',
    refunds: 'Rückzahlungen',
    givenBack: 'Zurückgezahlt',
    kept: 'Behalten',
    sold: 'Was verkauft wurde',
    about:
      'Zahlungen zählen in dem Monat, in dem sie abgerechnet wurden, Rückzahlungen in dem, in dem die Chain sie gezeigt hat. Die Website nimmt keine Gebühr, und für das Netz zahlen auch Käufer keine.',
  },
  percent: '{share, number} %',
  percentToTenth: '{share, number, ::.0} %',
}
